import type { Region } from "@site/contracts/region";

/** A regional site by the code that ends its id; its own host and flag follow from it. */
function toRegion(
  id: Region["id"],
  countryName: string,
  languageName: string,
  locale: string,
  localeName: string,
): Region {
  const code = id.slice(3).toLowerCase();
  return {
    id,
    url: code === "ph" ? "https://www.ggp.example/" : `https://${code}.ggp.example/`,
    imagePath: `/assets/flags/${code}.svg`,
    countryName,
    languageName,
    locale,
    localeName,
  };
}

/** The sixteen regional sites of the brand (B077, B078), the same for every site. */
export const regions: Region[] = [
  toRegion("GGPCOM", "International", "English", "en", "English"),
  toRegion("GGPES", "Spain", "Spanish", "es", "Español"),
  toRegion("GGPFR", "France", "French", "fr", "Français"),
  toRegion("GGPEU", "Europe", "English", "en", "English"),
  toRegion("GGPBE", "Belgium", "Dutch", "nl", "Nederlands"),
  toRegion("GGPBR", "Brazil", "Portuguese", "pt-br", "Português"),
  toRegion("GGPBA", "Bosnia and Herzegovina", "Bosnian", "bs", "Bosanski"),
  toRegion("GGPCA", "Canada", "English", "en", "English"),
  toRegion("GGPFI", "Finland", "Finnish", "fi", "Suomi"),
  toRegion("GGPDE", "Germany", "German", "de", "Deutsch"),
  toRegion("GGPHU", "Hungary", "Hungarian", "hu", "Magyar"),
  toRegion("GGPNL", "Netherlands", "Dutch", "nl", "Nederlands"),
  toRegion("GGPPH", "Philippines", "English", "en", "English"),
  toRegion("GGPPL", "Poland", "Polish", "pl", "Polski"),
  toRegion("GGPUA", "Ukraine", "Ukrainian", "uk", "Українська"),
  toRegion("GGPUK", "United Kingdom", "English", "en", "English"),
];

/** Where search engines find the home of each: every site of the brand converts, so on its contents host (B219). */
export const regionHomes = Object.fromEntries(regions.map(({ id, locale }) => {
  const code = id.slice(3).toLowerCase();
  const path = locale === "en" ? "" : `${locale}/`;
  return [id, `https://contents${code === "ph" ? "" : `-${code}`}.ggp.example/${path}`];
}));

import type { LocalizedText } from "@site/contracts/locale/localized-text";
import type { Region } from "@site/contracts/site/region";

/** A region with its country's name in the languages of the sites. */
type ConfiguredRegion = Omit<Region, "countryName"> & { countryName: LocalizedText };

/** A regional site by the code that ends its id; its own host and flag follow from it. */
function toRegion(
  id: Region["id"],
  countryName: LocalizedText,
  languageName: string,
  locale: string,
  localeName: string,
): ConfiguredRegion {
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
export const regions: ConfiguredRegion[] = [
  toRegion("GGPCOM", { en: "International", "pt-br": "Internacional" }, "English", "en", "English"),
  toRegion("GGPES", { en: "Spain", "pt-br": "Espanha" }, "Spanish", "es", "Español"),
  toRegion("GGPFR", { en: "France", "pt-br": "França" }, "French", "fr", "Français"),
  toRegion("GGPEU", { en: "Europe", "pt-br": "Europa" }, "English", "en", "English"),
  toRegion("GGPBE", { en: "Belgium", "pt-br": "Bélgica" }, "Dutch", "nl", "Nederlands"),
  toRegion("GGPBR", { en: "Brazil", "pt-br": "Brasil" }, "Portuguese", "pt-br", "Português"),
  toRegion("GGPBA", { en: "Bosnia and Herzegovina", "pt-br": "Bósnia e Herzegovina" }, "Bosnian", "bs", "Bosanski"),
  toRegion("GGPCA", { en: "Canada", "pt-br": "Canadá" }, "English", "en", "English"),
  toRegion("GGPFI", { en: "Finland", "pt-br": "Finlândia" }, "Finnish", "fi", "Suomi"),
  toRegion("GGPDE", { en: "Germany", "pt-br": "Alemanha" }, "German", "de", "Deutsch"),
  toRegion("GGPHU", { en: "Hungary", "pt-br": "Hungria" }, "Hungarian", "hu", "Magyar"),
  toRegion("GGPNL", { en: "Netherlands", "pt-br": "Países Baixos" }, "Dutch", "nl", "Nederlands"),
  toRegion("GGPPH", { en: "Philippines", "pt-br": "Filipinas" }, "English", "en", "English"),
  toRegion("GGPPL", { en: "Poland", "pt-br": "Polônia" }, "Polish", "pl", "Polski"),
  toRegion("GGPUA", { en: "Ukraine", "pt-br": "Ucrânia" }, "Ukrainian", "uk", "Українська"),
  toRegion("GGPUK", { en: "United Kingdom", "pt-br": "Reino Unido" }, "English", "en", "English"),
];

/** Where search engines find the home of each: every site of the brand converts, so on its contents host (B219). */
export const regionHomes = Object.fromEntries(regions.map(({ id, locale }) => {
  const code = id.slice(3).toLowerCase();
  const path = locale === "en" ? "" : `${locale}/`;
  return [id, `https://contents${code === "ph" ? "" : `-${code}`}.ggp.example/${path}`];
}));

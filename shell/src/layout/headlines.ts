/**
 * The headline of home by locale, as the copy has it: a document carries the brand's typeface with these letters, so that a first
 * visit sees it in the first paint (B293). A headline with other letters is shown in the fallback until the whole font is there.
 */
export const headlines: Readonly<Record<string, string>> = {
  en: "Take your seat. Play your game.",
  "pt-br": "Ocupe seu lugar. Jogue o seu jogo.",
};

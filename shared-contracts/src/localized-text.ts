/** A text in the languages of a site, by locale code. English is always there: copy without a translation is read in it. */
export type LocalizedText = { en: string } & Record<string, string>;

/** The text in a language, or in English where there is none in it. `language` is that of the copy the text stands in. */
export function pickText(text: LocalizedText, language: string): string {
  return (Object.hasOwn(text, language) ? text[language] : undefined) ?? text.en;
}

/** A text in the languages of a site, by locale code. English is always there: copy without a translation is read in it. */
export type LocalizedText = { en: string } & Record<string, string>;

/** A text that is the same in every language, or one for each. */
export type Label = string | LocalizedText;

/** The label in a language, or in English where there is none in it. */
export function pickLabel(label: Label, language: string): string {
  return typeof label === "string" ? label : pickText(label, language);
}

/** The text in a language, or in English where there is none in it. `language` is that of the copy the text stands in. */
export function pickText(text: LocalizedText, language: string): string {
  return (Object.hasOwn(text, language) ? text[language] : undefined) ?? text.en;
}

import { listMessageLocales } from "./locale-fallback.ts";

/** Copy in the languages it is written in, by locale code. English is always there. */
export type Copies<C> = { en: C } & Partial<Record<string, C>>;

/** A page's copy and the language it is in, which is another than the page's when there is none in the page's. */
export interface PickedCopy<C> {
  copy: C;
  /** A locale code; as a language tag it fits `lang` and `Intl`. */
  language: string;
}

/** The copy in the page's language, else in the site's default one, else in English. */
export function pickCopy<C>(
  copies: Copies<C>,
  context: { locale: { code: string }; site: { defaultLocale: string } },
): PickedCopy<C> {
  const language = listMessageLocales(context).find((code) => Object.hasOwn(copies, code)) ?? "en";
  return { copy: copies[language] ?? copies.en, language };
}

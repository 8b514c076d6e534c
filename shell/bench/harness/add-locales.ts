import type { SiteConfig } from "@site/contracts/site/site-config";

/** Languages that a site may get beside English. Their pages say what the English ones do. */
const codes = ["es", "fr", "de", "it", "nl", "sv", "pl", "tr", "id"];

/** A site's configuration with as many languages as said, English among them. */
export function withLocales(config: SiteConfig, count: number): SiteConfig {
  const added = codes.slice(0, count - 1);
  const english = config.locales.find(({ code }) => code === "en");
  if (!english || added.length < count - 1) throw new Error(`A site in ${count} languages cannot be made.`);
  const locales = added.map((code) => ({ ...english, code, languageTag: code, name: code.toUpperCase() }));
  return addTexts({ ...config, locales: [...config.locales, ...locales] }, added);
}

/** Gives each text that stands in English the same words in other languages. */
function addTexts<T>(value: T, added: readonly string[]): T;
function addTexts(value: unknown, added: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => addTexts(one, added));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, addTexts(inner, added)]);
  const english = entries.find(([key, text]) => key === "en" && typeof text === "string");
  return Object.fromEntries([...entries, ...(english ? added.map((code) => [code, english[1]]) : [])]);
}

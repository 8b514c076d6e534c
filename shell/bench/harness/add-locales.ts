import type { SiteConfig } from "@site/contracts/site/site-config";

/** Languages for a site beside English. Their pages have the English texts. */
const codes = ["es", "fr", "de", "it", "nl", "sv", "pl", "tr", "id"];

/** A site's configuration with this many languages, English included. */
export function withLocales(config: SiteConfig, count: number): SiteConfig {
  const added = codes.slice(0, count - 1);
  const english = config.locales.find(({ code }) => code === "en");
  if (!english || added.length < count - 1) throw new Error(`A site in ${count} languages cannot be made.`);
  const locales = added.map((code) => ({ ...english, code, languageTag: code, name: code.toUpperCase() }));
  return addTexts({ ...config, locales: [...config.locales, ...locales] }, added);
}

/** Copies each English text to other languages. */
function addTexts<T>(value: T, added: readonly string[]): T;
function addTexts(value: unknown, added: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => addTexts(one, added));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, addTexts(inner, added)]);
  const english = entries.find(([key, text]) => key === "en" && typeof text === "string");
  return Object.fromEntries([...entries, ...(english ? added.map((code) => [code, english[1]]) : [])]);
}

import Negotiator from "negotiator";
import type { SiteConfig } from "@site/contracts/site/site-config";

/** Characters of `Accept-Language` that are read: browsers send shorter ones, and the time to read it grows with its length. */
const maxLength = 512;

/**
 * The site's locale with the highest weight in `Accept-Language`, or undefined when the header names none of them. A
 * locale of another country matches by its language: `pt-PT` gets `pt-br`.
 */
export function findPreferredLocale(
  { locales }: Pick<SiteConfig, "locales">,
  header: string | undefined,
): string | undefined {
  if (!header) return undefined;
  for (const wanted of new Negotiator({ headers: { "accept-language": toRead(header) } }).languages()) {
    const tag = wanted.toLowerCase();
    const found =
      locales.find(({ code, languageTag }) => [code, languageTag.toLowerCase()].includes(tag)) ??
      locales.find(({ code }) => toLanguage(code) === toLanguage(tag));
    if (found) return found.code;
  }
  return undefined;
}

function toLanguage(tag: string): string | undefined {
  return tag.split("-")[0];
}

/** The languages that are read, each whole. */
function toRead(header: string): string {
  return header.length <= maxLength ? header : header.slice(0, Math.max(0, header.lastIndexOf(",", maxLength)));
}

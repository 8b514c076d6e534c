import { consentCountries } from "@site/contracts/visitor/consent-countries";

/** What decides whether the consent tool is loaded (B220). */
export interface ConsentConditions {
  /** The site's id with the consent tool; undefined when it has none. */
  consentId: string | undefined;
  /** ISO 3166; null when the visitor's country is unknown. */
  country: string | null;
  query: URLSearchParams;
}

/** All four hold: a consent id, a known country, one whose law asks for consent, and no `clean` (B215, B220, B221). */
export function isConsentNeeded({ consentId, country, query }: ConsentConditions): boolean {
  return consentId !== undefined && country !== null && consentCountries.includes(country) && !query.has("clean");
}

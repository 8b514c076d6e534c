import { consentCountries } from "@site/contracts/visitor/consent-countries";

/** The conditions for loading the consent tool (B220). */
export interface ConsentConditions {
  /** The site's id at the consent tool; undefined when it has none. */
  consentId: string | undefined;
  /** ISO 3166; null when the visitor's country is unknown. */
  country: string | null;
  query: URLSearchParams;
}

/** Whether all four hold: a consent id, a known country, a law there that requires consent, and no `clean` (B215, B220, B221). */
export function isConsentNeeded({ consentId, country, query }: ConsentConditions): boolean {
  return consentId !== undefined && country !== null && consentCountries.includes(country) && !query.has("clean");
}

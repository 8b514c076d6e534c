import { SiteError } from "../errors/errors.ts";
import { isCountryCode, unknownCountry } from "../visitor/country-code.ts";
import { type DataDocumentName, type DataDocuments, parseDataDocument } from "./data-documents.ts";
import { parseUnambiguousJson } from "./parse-json.ts";

/**
 * Parses the text of a data document that a person has written. Unlike a document that was in force before, it is refused for what its author
 * believes to count and does not: the first of two values of a key, and a rule under which no visitor would be.
 * @throws SiteError `DATA_DOCUMENT_INVALID` with the path of the first problem; SyntaxError for a text that is not JSON
 */
export function parseWrittenDocument<N extends DataDocumentName>(name: N, source: string): DataDocuments[N] {
  const document = parseDataDocument(name, parseUnambiguousJson(source));
  for (const key of "rules" in document ? Object.keys(document.rules) : []) {
    const problem = findCountryProblem(key.slice(0, 2));
    if (problem !== undefined)
      throw new SiteError("DATA_DOCUMENT_INVALID", { document: name, path: `rules.${key}`, problem });
  }
  return document;
}

function findCountryProblem(country: string): string | undefined {
  if (country === unknownCountry) return `${country} is an unknown country, and its visitors are under no rule`;
  if (isCountryCode(country)) return undefined;
  return `${country} is no country of ISO 3166, so no visitor would be under this rule${country === "UK" ? "; write GB" : ""}`;
}

import { SiteError } from "../errors/errors.ts";
import { type DataDocumentName, type DataDocuments, parseDataDocument } from "./data-documents.ts";
import { findUnusable } from "./find-unusable.ts";
import { parseUnambiguousJson } from "./parse-json.ts";

/**
 * Parses the text of a data document that a person has written. Unlike a document that was in force before, it is refused for what its author
 * believes to count and does not: the first of two values of a key, a rule under which no visitor would be, a text that no page can show.
 * @throws SiteError `DATA_DOCUMENT_INVALID` with the path of the first problem; SyntaxError for a text that is not JSON
 */
export function parseWrittenDocument<N extends DataDocumentName>(name: N, source: string): DataDocuments[N] {
  const document = parseDataDocument(name, parseUnambiguousJson(source));
  const unusable = findUnusable(document);
  if (unusable) throw new SiteError("DATA_DOCUMENT_INVALID", { document: name, ...unusable });
  return document;
}

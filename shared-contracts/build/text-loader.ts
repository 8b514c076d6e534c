import { parseJson } from "../src/documents/parse-json.ts";

/** The parts of a loader's context that this one reads. */
interface Import {
  /** The query of the import, such as `?texts=shell.offline.`. */
  resourceQuery: string;
}

/**
 * Exports the unformatted texts of a catalogue whose ids start with the prefix in the import's query: for code that works when nothing else can be
 * fetched, and that has no room for react-intl. A text with a placeholder fails the build.
 */
export default function takeTexts(this: Import, source: string): string {
  const start = new URLSearchParams(this.resourceQuery).get("texts") ?? "";
  const catalog = parseJson(source);
  if (typeof catalog !== "object" || catalog === null || Array.isArray(catalog))
    throw new Error("the file is no object of ids and texts");
  const texts = Object.entries(catalog).flatMap(([id, text]) =>
    id.startsWith(start) ? [[id.slice(start.length), text]] : [],
  );
  for (const [id, text] of texts)
    if (typeof text !== "string" || /[{}']/.test(text))
      throw new Error(`the message ${start}${id} is not a plain text`);
  return `export default ${JSON.stringify(Object.fromEntries(texts))}`;
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import { parseJson } from "../src/documents/parse-json.ts";
import { explainIcu } from "./explain-icu.ts";
import { findRenamedValues } from "./find-renamed-values.ts";

/** A character by its name or number in HTML, such as `&nbsp;`. Messages are no HTML: visitors would read it. */
const entity = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,7});/i;

/** A tag without an end tag, such as `<br/>`. react-intl takes it for text, so visitors would read it. */
const emptyTag = /<[a-z][\w-]*\s*\/>/i;

/** The parts of a loader's context that this one reads. */
interface Loaded {
  resourcePath: string;
  addDependency(file: string): void;
}

/**
 * Compiles a catalogue of ICU messages, `{ "download.button.start": "Download for {system}" }`, to the syntax trees that react-intl runs without a
 * parser. A broken message fails the build with its id, and so does one whose placeholders have other names than in English.
 */
export default function compileMessages(this: Loaded | void, source: string): string {
  const catalog = parseJson(source);
  if (typeof catalog !== "object" || catalog === null || Array.isArray(catalog))
    throw new Error("the file is no object of ids and texts");
  const twice = findTwice(source);
  if (twice !== undefined) throw new Error(`the message ${twice} is written twice`);
  const english = this ? readEnglish(this) : {};
  const compiled = Object.entries(catalog).map(([id, text]) => {
    if (typeof text !== "string") throw new Error(`the message ${id} is not a text`);
    if (text.includes("\uFFFD")) throw new Error(`the message ${id} is not UTF-8: save the file as UTF-8`);
    if (text.trim() === "") throw new Error(`the message ${id} is empty`);
    const [written] = entity.exec(text) ?? [];
    if (written !== undefined)
      throw new Error(
        `the message ${id} is text and not HTML: visitors would read ${written}, so write the character itself`,
      );
    const [tag] = emptyTag.exec(text) ?? [];
    if (tag !== undefined)
      throw new Error(
        `the message ${id} is text and not HTML: visitors would read ${tag}, so write two messages, or a tag with an end, such as <b>…</b>, whose element the code gives`,
      );
    const englishText = english[id];
    const renamed = typeof englishText === "string" ? findRenamedValues(text, englishText) : undefined;
    if (renamed)
      throw new Error(
        `the message ${id} is unlike the one in en.json: it has ${renamed.own.join(" and ")} in place of ${renamed.english.join(" and ")}, and the code gives values only for the names in en.json`,
      );
    try {
      return [id, parse(text)];
    } catch (cause) {
      throw new Error(`the message ${id} is not valid ICU: ${explainIcu(cause)}`, { cause });
    }
  });
  return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
}

/** The English texts beside a file of another language; none when they cannot be read, which their own file tells. */
function readEnglish(loaded: Loaded): Readonly<Record<string, unknown>> {
  const file = join(dirname(loaded.resourcePath), "en.json");
  if (file === loaded.resourcePath || !existsSync(file)) return {};
  loaded.addDependency(file);
  try {
    return { ...Object(parseJson(readFileSync(file, "utf8"))) };
  } catch {
    return {};
  }
}

/** The first duplicate id, of which JSON silently keeps the last text. Texts are matched as well, because one may look like an id. */
function findTwice(source: string): string | undefined {
  const ids = [...source.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)].flatMap(([, text, colon]) =>
    text === undefined || colon === undefined ? [] : [String(JSON.parse(`"${text}"`))],
  );
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

/** A token of JSON after white space: punctuation, a text, or a number or name. */
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null))/y;

const value = ["{", "[", "text", "plain"];

/**
 * Parses JSON that a person has written.
 * @throws SyntaxError whose message always has the place of the mistake, such as `(line 2 column 24)`. That of `JSON.parse` has none for an unexpected token
 * and for a text that ends early, and quotes what is around instead.
 */
export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    if (/\(line \d+ column \d+\)/.test(said)) throw cause;
    const place = toPlace(source, findMistake(source));
    throw new SyntaxError(`${said.replace(/(?<=^Unexpected token '.{1,2}'), .*$/su, "")} ${place}`, { cause });
  }
}

/** The character that a decoder writes for bytes that are not UTF-8. */
const replacement = "\uFFFD";

/** Characters of a key in a sentence. */
const maxShownKey = 60;

/**
 * Parses JSON that has one meaning for all readers. A key that stands twice in one object is a mistake: `JSON.parse` keeps the last value, other parsers the
 * first. So is a character that is not UTF-8.
 * @throws SyntaxError as {@link parseJson} does
 */
export function parseUnambiguousJson(source: string): unknown {
  const parsed = parseJson(source);
  const unread = source.indexOf(replacement);
  if (unread >= 0)
    throw new SyntaxError(`this character is not UTF-8; save the file as UTF-8 ${toPlace(source, unread)}`);
  const twice = findKeyTwice(source);
  if (!twice) return parsed;
  const key = JSON.stringify(twice.key.slice(0, maxShownKey));
  throw new SyntaxError(`the key ${key} stands twice in one object; leave one of the two ${toPlace(source, twice.at)}`);
}

function toPlace(source: string, offset: number): string {
  const before = source.slice(0, offset).split("\n");
  return `(line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1})`;
}

/** The first key that an object has already, and where it stands, in a source without any other mistake. Keys are compared without their escapes. */
function findKeyTwice(source: string): { key: string; at: number } | undefined {
  /** The keys of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  token.lastIndex = 0;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [, mark, text] = found;
    if (mark === "{" || mark === "[") open.push(mark === "{" ? new Set() : undefined);
    else if (mark === "}" || mark === "]") open.pop();
    const keys = open.at(-1);
    if (isName && text !== undefined && keys) {
      const key = String(JSON.parse(text));
      if (keys.has(key)) return { key, at: token.lastIndex - text.length };
      keys.add(key);
    }
    isName = mark === "{" || (mark === "," && keys !== undefined);
  }
  return undefined;
}

/** Where the first token begins that JSON does not have there; the end of the text when more is expected. */
function findMistake(source: string): number {
  const open: string[] = [];
  let expected: readonly string[] = value;
  let isName = false;
  token.lastIndex = 0;
  for (;;) {
    const at = token.lastIndex;
    const [whole, mark, text] = token.exec(source) ?? [];
    const kind = mark ?? (text === undefined ? "plain" : "text");
    if (whole === undefined || !expected.includes(kind)) return skipSpace(source, at);
    if (kind === "{" || kind === "[") {
      open.push(kind);
      isName = kind === "{";
      expected = isName ? ["text", "}"] : [...value, "]"];
    } else if (kind === ",") {
      isName = open.at(-1) === "{";
      expected = isName ? ["text"] : value;
    } else if (kind === ":") {
      isName = false;
      expected = value;
    } else if (isName && kind === "text") {
      expected = [":"];
    } else {
      if (kind === "}" || kind === "]") open.pop();
      const around = open.at(-1);
      isName = false;
      expected = around === undefined ? [] : [",", around === "{" ? "}" : "]"];
    }
  }
}

/** The next character that is no white space of JSON; the end of the text without the white space there when there is none. */
function skipSpace(source: string, at: number): number {
  const next = source.slice(at).search(/[^ \t\n\r]/);
  return next < 0 ? source.trimEnd().length : at + next;
}

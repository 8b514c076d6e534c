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
    const before = source.slice(0, findMistake(source)).split("\n");
    const place = `(line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1})`;
    throw new SyntaxError(`${said.replace(/(?<=^Unexpected token '.{1,2}'), .*$/su, "")} ${place}`, { cause });
  }
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

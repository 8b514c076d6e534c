import type { Finding } from "./release-check.ts";
import { toPosition } from "./to-position.ts";

/** The tokens of a sheet, matched in this order at each offset. They are sticky and unambiguous, so that any sheet is read in one pass. */
const pieces: readonly [kind: "comment" | "string" | "url" | "name" | "other", pattern: RegExp][] = [
  ["comment", /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//y],
  ["string", /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'/y],
  ["url", /url\((?![ \t\n\r\f]*["'])[^()[\]"'{}\\]*\)/iy],
  ["name", /(?:[\w\u0080-\uffff-]+|\\[^])+/y],
  ["other", /[^]/y],
];

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * Positions where browsers parse a sheet differently from the more lenient parser of the checks: a text or a value for one can be a rule for the other.
 * Builds never write such sheets.
 */
export function findMisreadStyles(css: string): Finding[] {
  const open: string[] = [];
  for (let at = 0; at < css.length;) {
    const [kind, text] = readPiece(css, at);
    const problem =
      findPieceProblem(kind, text, css.slice(at + text.length, at + text.length + 80)) ??
      findBracketProblem(text, open);
    // After the first mistake the rest cannot be divided into pieces.
    if (problem !== undefined)
      return [
        { ...toPosition(css, at), problem, change: "Write it as the build does, where all parsers read the same." },
      ];
    at += text.length;
  }
  return [];
}

function readPiece(css: string, at: number): [kind: (typeof pieces)[number][0], text: string] {
  for (const [kind, pattern] of pieces) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(css) ?? [];
    if (text !== undefined) return [kind, text];
  }
  return ["other", css.charAt(at)];
}

function findPieceProblem(kind: (typeof pieces)[number][0], text: string, behind: string): string | undefined {
  if (kind === "string" && /[\n\r\f]/.test(text))
    return "a text in quotes has a line break, where browsers take it for ended.";
  if (kind === "url" && text.includes("/*"))
    return `${text.slice(0, 40)} has a /* in an address, which browsers take for no comment.`;
  if (kind === "other" && (text === '"' || text === "'")) return `${text} begins a text that never ends.`;
  if (kind === "other" && text === "/" && behind.startsWith("*")) return "a comment begins that never ends.";
  if (kind !== "name") return undefined;
  // Some parsers end the name here, others continue it.
  if (/\\\s/.test(text) || (text.endsWith("\\/") && behind.startsWith("*")))
    return "a \\ stands in front of white space or of a slash and a star.";
  if (/[\u2028\u2029\ufeff]/.test(text))
    return "a character stands here that some parsers read as a line break, and others not.";
  return startsAddress(behind) && isUrl(text)
    ? `${text.slice(-40)}( has an address that browsers cannot read.`
    : undefined;
}

/** Whether a bracket is followed by a text without quotes: with quotes, `url` is an ordinary function. */
function startsAddress(behind: string): boolean {
  return /^\((?![ \t\n\r\f]*["'])/.test(behind);
}

/** Whether a name is `url`, in letters or in escapes. */
function isUrl(name: string): boolean {
  const letters = name.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_whole, hex?: string, character?: string) =>
    hex === undefined ? (character ?? "") : toLetter(Number.parseInt(hex, 16)),
  );
  return letters.toLowerCase() === "url";
}

function toLetter(code: number): string {
  return code > 0x10_ffff ? "" : String.fromCodePoint(code);
}

/** Tracks open brackets. Rules inside of round or square brackets are refused, because the two parsers count them differently. */
function findBracketProblem(text: string, open: string[]): string | undefined {
  const last = open.at(-1);
  if (closers[text] !== undefined) {
    if (text === "{" && last !== undefined && last !== "}") return `a { stands where ${last} is expected.`;
    open.push(closers[text]);
  } else if (text === ")" || text === "]" || text === "}") {
    if (last !== text) return `a ${text} stands where ${last ?? "nothing"} is expected.`;
    open.pop();
  } else if (text === ";" && last !== undefined && last !== "}") return `a ; stands where ${last} is expected.`;
  return undefined;
}

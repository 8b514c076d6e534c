import { answerLimits } from "./answer-limits.ts";

/** A start tag of some HTML, with where it stands. */
export interface HtmlElement {
  /** In small letters, as is every attribute's name. */
  tag: string;
  attributes: ReadonlyMap<string, string>;
  /** The elements around it, outermost first. */
  around: readonly string[];
  /** The offset of its `<` in the HTML. */
  at: number;
}

/** A text between tags, and the element it stands in; undefined at the top. */
export interface HtmlText {
  /** With its character references resolved, without white space around it. */
  text: string;
  parent: string | undefined;
  at: number;
}

/** What is wrong with HTML, and the offset where. */
export interface HtmlProblem {
  problem: string;
  at: number;
}

/** What a piece of HTML consists of, in the order of its text. */
export interface ScannedHtml {
  elements: HtmlElement[];
  texts: HtmlText[];
  /** The places where the HTML is incomplete. Reading ends at the first one that cannot be read. */
  mistakes: HtmlProblem[];
}

const voidTags = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

/** A character that no document may have: NUL, or half of a pair. */
const unreadable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

// Sticky: each is tried once at one offset, so that any HTML is read in one pass.
const comment = /<!--[^<>-]*-->/y;
const endTag = /<\/([a-zA-Z][a-zA-Z0-9-]*)[ \t\n\f\r]*>/y;
const startTag = /<([a-zA-Z][a-zA-Z0-9-]*)/y;
const attribute = /[ \t\n\f\r]+([a-zA-Z_][\w:.-]*)(?:=(?:"([^"]*)"|'([^']*)'))?/y;
const tagEnd = /[ \t\n\f\r]*(\/?)>/y;

/**
 * Reads HTML as React writes it: every element closed in order, every value quoted and without `<` and `>`, comments without
 * text that could end them. It repairs nothing, so what a browser could read in another way becomes a mistake. Takes time in
 * proportion to the HTML.
 */
export function scanHtml(html: string): ScannedHtml {
  const scanned: ScannedHtml = { elements: [], texts: [], mistakes: [] };
  const open: { tag: string; foreign: boolean; at: number; around: readonly string[] }[] = [];
  let around: readonly string[] = [];
  let end = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = end;
    const match = pattern.exec(html);
    if (match) end = pattern.lastIndex;
    return match;
  };
  const stop = (problem: string, at: number): ScannedHtml => {
    scanned.mistakes.push({ problem, at });
    return scanned;
  };
  // Most HTML is readable, and that is known ten times as fast as where it is not.
  if (!html.isWellFormed() || html.includes("\0"))
    return stop("a character stands here that no document may have.", html.search(unreadable));
  while (end < html.length) {
    const at = html.indexOf("<", end);
    addText(scanned, html.slice(end, at < 0 ? undefined : at), around.at(-1), end);
    if (at < 0) break;
    end = at;
    const next = html.charAt(at + 1);
    if (next === "!" && read(comment)) continue;
    const closing = next === "/" ? read(endTag) : null;
    if (closing) {
      const tag = (closing[1] ?? "").toLowerCase();
      const last = open.pop();
      around = last?.around ?? [];
      if (last?.tag !== tag) scanned.mistakes.push({ problem: `</${tag}> closes <${last?.tag ?? "nothing"}>`, at });
      continue;
    }
    const name = read(startTag)?.[1];
    const attributes = name === undefined ? undefined : readAttributes(read);
    const ended = attributes && read(tagEnd);
    if (name === undefined || !attributes || !ended) return stop(`"${html.slice(at, at + 40)}" is no complete tag`, at);
    const tag = name.toLowerCase();
    if (attributes.problem !== undefined) scanned.mistakes.push({ problem: `<${tag}> ${attributes.problem}`, at });
    const foreign = tag === "svg" || tag === "math" || (open.at(-1)?.foreign ?? false);
    scanned.elements.push({ tag, attributes: attributes.values, around, at });
    if (voidTags.has(tag) || (ended[1] !== "" && foreign)) continue;
    open.push({ tag, foreign, at, around });
    around = [...around, tag];
    if (open.length > answerLimits.elementDepth)
      return stop(
        `more than ${answerLimits.elementDepth} elements stand inside of one another; a slot may have at most ${answerLimits.elementDepth}.`,
        at,
      );
  }
  for (const { tag, at } of open) scanned.mistakes.push({ problem: `<${tag}> is never closed`, at });
  return scanned;
}

function addText({ texts }: ScannedHtml, raw: string, parent: string | undefined, at: number): void {
  if (raw === "") return;
  const text = decode(raw).text.trim();
  if (text !== "") texts.push({ text, parent, at: at + raw.length - raw.trimStart().length });
}

/** The attributes of a tag, and what is wrong with one of them. */
function readAttributes(read: (pattern: RegExp) => RegExpExecArray | null): {
  values: Map<string, string>;
  problem: string | undefined;
} {
  const values = new Map<string, string>();
  let problem: string | undefined;
  for (let match = read(attribute); match; match = read(attribute)) {
    const name = (match[1] ?? "").toLowerCase();
    const raw = match[2] ?? match[3] ?? "";
    const { text, isCertain } = decode(raw);
    // Code that finds tags by a pattern, such as the one for slots, would find a tag in the value.
    if (/[<>]/.test(raw)) problem ??= `has < or > in the value of ${name}. Write &lt; and &gt;, as React does.`;
    if (!isCertain)
      problem ??= `has a character reference in ${name} that is none of &amp; &lt; &gt; &quot; &apos; &nbsp; and numbers. Write the character itself, and & as &amp;.`;
    if (values.has(name)) problem ??= `has the attribute ${name} twice.`;
    values.set(name, text);
  }
  return { values, problem };
}

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }));

/** A text with its character references resolved. It is not certain where a browser knows more names than this, or reads a reference in another way. */
function decode(raw: string): { text: string; isCertain: boolean } {
  if (!raw.includes("&")) return { text: raw, isCertain: true };
  let isCertain = true;
  const text = raw.replaceAll(
    /&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|([a-z]+);|(?=[#a-z]))/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const character = name === undefined ? toCharacter(code) : entities.get(name);
      isCertain &&= character !== undefined;
      return character ?? whole;
    },
  );
  return { text, isCertain };
}

/** The character of a numeric reference; undefined for a control character and a number of no character, which HTML maps to other characters. */
function toCharacter(code: number): string | undefined {
  const isControl = (code < 0x20 && ![9, 10].includes(code)) || (code >= 0x7f && code < 0xa0);
  return Number.isNaN(code) || isControl || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)
    ? undefined
    : String.fromCodePoint(code);
}

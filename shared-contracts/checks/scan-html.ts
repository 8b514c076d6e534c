/** A start tag of some HTML, with where it stands. */
export interface HtmlElement {
  tag: string;
  attributes: ReadonlyMap<string, string>;
  /** The elements around it, outermost first. */
  around: readonly string[];
}

export interface ScannedHtml {
  elements: HtmlElement[];
  /** Texts between tags with their entities resolved, without white space around them. */
  texts: string[];
  /** Tags that do not match, as sentences. */
  mistakes: string[];
}

const voidTags = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const tokens = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-zA-Z][\w:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/**
 * Reads HTML as servers write it: every element closed, every attribute quoted. It repairs nothing, unlike a browser,
 * so what a browser would have to repair becomes a mistake.
 */
export function scanHtml(html: string): ScannedHtml {
  const scanned: ScannedHtml = { elements: [], texts: [], mistakes: [] };
  const open: { tag: string; foreign: boolean }[] = [];
  let end = 0;
  for (const token of html.matchAll(tokens)) {
    addText(scanned, html.slice(end, token.index));
    end = token.index + token[0].length;
    const [, slash, name, rest = "", closed] = token;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    if (slash) {
      const last = open.pop();
      if (last?.tag !== tag) scanned.mistakes.push(`</${tag}> closes <${last?.tag ?? "nothing"}>`);
      continue;
    }
    const foreign = tag === "svg" || tag === "math" || (open.at(-1)?.foreign ?? false);
    scanned.elements.push({ tag, attributes: toAttributes(rest), around: open.map((one) => one.tag) });
    if (!voidTags.has(tag) && !(closed && foreign)) open.push({ tag, foreign });
  }
  addText(scanned, html.slice(end));
  for (const { tag } of open) scanned.mistakes.push(`<${tag}> is never closed`);
  return scanned;
}

function addText({ texts, mistakes }: ScannedHtml, raw: string): void {
  if (/<[a-zA-Z/!]/.test(raw)) mistakes.push(`"${raw.slice(0, 40)}" is no complete tag`);
  const text = decode(raw).trim();
  if (text !== "") texts.push(text);
}

function toAttributes(text: string): Map<string, string> {
  return new Map([...text.matchAll(attribute)].map(([, name = "", double, single, bare]) => [name.toLowerCase(), decode(double ?? single ?? bare ?? "")]));
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return entities[name ?? ""] ?? whole;
  });
}

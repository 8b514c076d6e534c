/** Addresses of files of a release: they differ with each version, also where the files are equal. */
const releaseAddress = /\/_release\/([a-z0-9-]+)\/\d+\.\d+\.\d+-[0-9a-f]{12}\//g;

/** Names of slots: each is a hash of what the slot is made of. */
const slotKey = / data-key="[0-9a-f]{16}"/g;

/** Elements that have no end tag. */
const voidElements = new Set([
  "br",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
  "path",
  "circle",
  "rect",
  "use",
]);

/**
 * What a document shows, a line for each tag and each text, indented by their depth: its title, description and body, without the data that
 * only the site's own scripts read, and without the versions in addresses and the
 * names of slots.
 */
export function toHtmlLines(document: string): string[] {
  const shown = [
    ...(/<title>[^<]*<\/title>/.exec(document) ?? []),
    ...(/<meta name="description"[^>]*>/.exec(document) ?? []),
    cut(document, '<div id="app">', '<div id="announcer"'),
  ].join("\n");
  let depth = 0;
  return shown
    .replaceAll(releaseAddress, "/_release/$1/…/")
    .replaceAll(slotKey, "")
    .split(/(?=<)|(?<=>)/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [, isEnd, name = ""] = /^<(\/?)([a-z0-9-]+)/i.exec(part) ?? [];
      if (isEnd === "/") depth = Math.max(0, depth - 1);
      const line = `${"  ".repeat(Math.min(depth, 12))}${part}`;
      if (isEnd === "" && !part.endsWith("/>") && !voidElements.has(name)) depth += 1;
      return line;
    });
}

function cut(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.lastIndexOf(end);
  return from === -1 ? text : text.slice(from, to === -1 ? undefined : to);
}

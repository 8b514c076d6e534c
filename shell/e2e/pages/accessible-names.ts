import type { CDPSession } from "playwright";

/**
 * The names of links and buttons of the page that are empty or say their words twice, those, of headings too, that are not what stands there, and
 * those of cells that begin with their column's name, which a screen reader says itself. @throws when the page has hardly any
 */
export async function listBadNames(client: CDPSession): Promise<string[]> {
  const spoken = await readSpoken(client);
  const listNames = (...roles: string[]): string[] =>
    spoken.flatMap(({ role, name }) => (roles.includes(role) ? [name] : []));
  const names = listNames("link", "button");
  if (names.length <= 10) throw new Error(`The page has ${names.length} links and buttons.`);
  const columns = listNames("columnheader");
  return [
    ...names.filter((name) => name.trim() === "" || saysTwice(name)),
    ...[...names, ...listNames("heading")].filter(isBroken),
    ...listNames("cell").filter((name) => columns.some((column) => name.startsWith(`${column} `))),
  ];
}

/** The roles and names of the nodes of a page, as the accessibility tree has them. */
async function readSpoken(client: CDPSession): Promise<{ role: string; name: string }[]> {
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ ignored, role, name }) =>
    ignored ? [] : [{ role: String(role?.value), name: String(name?.value ?? "") }],
  );
}

/** Whether a name begins with the point of a number that is not part of it, or has a space within a mail address. */
export function isBroken(name: string): boolean {
  return /^\s*\.|@\s|\s@/.test(name);
}

/** Whether two words or more stand in a name twice, or one word twice in a row. */
export function saysTwice(name: string): boolean {
  const words = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const pairs = words.slice(1).map((word, place) => `${words[place]} ${word}`);
  return new Set(pairs).size < pairs.length || words.some((word, place) => word === words[place + 1]);
}

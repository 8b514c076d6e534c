import type { CDPSession } from "playwright";

/** The names of links and buttons of the page that are empty or say their words twice. @throws when the page has hardly any */
export async function listBadNames(client: CDPSession): Promise<string[]> {
  const names = await listNames(client);
  if (names.length <= 10) throw new Error(`The page has ${names.length} links and buttons.`);
  return names.filter((name) => name.trim() === "" || saysTwice(name));
}

/** The names of the links and buttons of a page, as the accessibility tree has them. */
async function listNames(client: CDPSession): Promise<string[]> {
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ ignored, role, name }) =>
    !ignored && ["link", "button"].includes(String(role?.value)) ? [String(name?.value ?? "")] : [],
  );
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

import type { CDPSession } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";

/** The names of the links and buttons of a page, as the accessibility tree has them. */
async function listNames(client: CDPSession): Promise<string[]> {
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ ignored, role, name }) =>
    !ignored && ["link", "button"].includes(String(role?.value)) ? [String(name?.value ?? "")] : [],
  );
}

/** Whether two words or more stand in a name twice, or one word twice in a row. */
function saysTwice(name: string): boolean {
  const words = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const pairs = words.slice(1).map((word, place) => `${words[place]} ${word}`);
  return new Set(pairs).size < pairs.length || words.some((word, place) => word === words[place + 1]);
}

test("a name that says its words twice is told from one that does not", () => {
  expect(["Monogram of Ace Marlowe Ace Marlowe", "Blog blog"].map(saysTwice)).toEqual([true, true]);
  expect(["Ace Marlowe", "Terms & Conditions", "Daily Freebie Daily"].map(saysTwice)).toEqual([false, false, false]);
});

describeSitesInTurn(({ site, visit }) => {
  test.for([390, 1440])(
    "every link and button of every page has a name at %d, and says it once",
    { timeout: 120_000 },
    async (width) => {
      const { page, close, expects } = await visit({ viewport: { width, height: 900 } });
      expects("failed request", /^404 GET .*\/no-such-page\/$/);
      const client = await page.context().newCDPSession(page);
      const found: string[] = [];
      for (const path of [...(await listPages(site())).map((one) => one.path), `${site().prefix}/no-such-page/`]) {
        await page.goto(`${site().origin}${path}`);
        const names = await listNames(client);
        expect(names.length, path).toBeGreaterThan(10);
        for (const name of names) if (name.trim() === "" || saysTwice(name)) found.push(`${path}: "${name}"`);
      }
      expect(found).toEqual([]);
      await close();
    },
  );
});

describeSitesInTurn(({ site, visit }) => {
  test("an ambassador has one suit, in the menu and on every page", async () => {
    const { page, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/`);
    const suits = await page.evaluate(() =>
      [...document.querySelectorAll("a[href*='/ggteam/']")].flatMap((link) => {
        const picture = link.querySelector("img")?.getAttribute("src");
        const drawing = link.querySelector("svg path")?.getAttribute("d");
        const slug = link.getAttribute("href")?.split("/").at(-2) ?? "";
        return picture || drawing
          ? [[slug, /portrait-([a-z]+)/.exec(picture ?? "")?.[1] ?? drawing ?? ""] as const]
          : [];
      }),
    );
    // The same drawing in the menu always goes with the same picture on the page.
    const pairs = new Map<string, Set<string>>();
    const bySlug = Map.groupBy(suits, ([slug]) => slug);
    for (const found of bySlug.values()) {
      const drawing = found.map(([, suit]) => suit).find((suit) => suit.length > 12);
      for (const [, suit] of found)
        if (drawing && suit.length <= 12) pairs.set(drawing, new Set([...(pairs.get(drawing) ?? []), suit]));
    }
    for (const pictures of pairs.values()) expect([...pictures]).toHaveLength(1);
    const pictures = [...pairs.values()].flatMap((one) => [...one]);
    expect(new Set(pictures).size).toBe(pictures.length);
    if (site().id === "GGPPH") expect(pairs.size).toBeGreaterThan(1);
    await close();
  });
});

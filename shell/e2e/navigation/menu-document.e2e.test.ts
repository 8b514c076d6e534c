// What the document says of the menus, which is the same for desks and phones: each list of the header is written once.
import { beforeAll, expect, test } from "vitest";
import { findSharedSite } from "../harness/shared-site.ts";

interface Item {
  path: string;
  isShow: boolean;
  children: Item[];
}

let origin: string;
let html: string;
let header: string;
beforeAll(async () => {
  ({ origin } = await findSharedSite("GGPPH"));
  html = await (await fetch(`${origin}/contact/`)).text();
  header = /<header\b[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
});

const ask = async <T>(path: string): Promise<T> => (await fetch(`${origin}/api/${path}`)).json();

const listPaths = (items: readonly Item[]): string[] =>
  items.filter(({ isShow }) => isShow).flatMap(({ path, children }) => [path, ...listPaths(children)]);

test("B039 B049 B057 each address of the menus stands in the header as often as in their data", async () => {
  const [main, utility, team] = await Promise.all([
    ask<{ items: Item[] }>("navigations"),
    ask<{ items: Item[] }>("util-navigations"),
    ask<{ ambassadors: { slug: string }[] }>("brand-ambassador"),
  ]);
  const expected = [
    ...listPaths(main.items),
    ...team.ambassadors.map(({ slug }) => `/ggteam/${slug}/`),
    // "Show All" below the portraits.
    "/ggteam/",
    ...listPaths(utility.items),
  ];
  const menus = header.match(/<nav\b[\s\S]*?<\/nav>/g) ?? [];
  const found = [...menus.join("").matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, path = ""]) => path);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test("B048 an item that is not shown is nowhere in the page", async () => {
  const markup = html.slice(0, html.indexOf("site-state"));
  expect(markup).toContain("Self-exclusion");
  expect(markup).not.toContain("Play history");
});

test("B060 every label of the menu is on the page", async () => {
  const labels = [
    "How to play",
    "Promotions",
    "Team",
    "Tournaments",
    "WSOP",
    "Blog",
    "Cash games",
    "Special features",
    "Originals",
    "Funds",
    "Loyalty",
    "Welcome promotions",
    "Daily promos",
    "Leaderboard",
    "Jackpots",
    "Poker school",
    "House rules",
    "Game variants",
    "Splash",
    "EV cashout",
    "Final table betting",
    "Social features",
    "Staking platform",
  ];
  const texts = [...header.matchAll(/<a\b[^>]*>([\s\S]*?)<\/a>/g)].map(([, inside = ""]) =>
    inside.replaceAll(/<[^>]*>/g, "").replace(" (opens in a new tab)", ""),
  );
  expect(labels.filter((label) => !texts.includes(label))).toEqual([]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dataDocumentNames, type DataDocumentName, parseDataDocument } from "@site/contracts/documents/data-documents";
import type { NavigationEntry } from "@site/contracts/documents/navigation";
import { describe, expect, test } from "vitest";
import { routes } from "../src/layout/routes.ts";

function read<N extends DataDocumentName>(name: N) {
  return parseDataDocument(name, JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8")));
}

function listAll(items: readonly NavigationEntry[]): NavigationEntry[] {
  return items.flatMap((item) => [item, ...listAll(item.children)]);
}

const menu = listAll(read("navigations").items);
const shown = new Set(menu.filter((item) => item.isShow).map((item) => item.label));

test.each(dataDocumentNames)("the document %s is valid", (name) => {
  expect(() => read(name)).not.toThrow();
});

describe("the main menu", () => {
  test("B060 has every menu label", () => {
    const labels = [
      "How to play", "Promotions", "Team", "Tournaments", "WSOP", "Blog", "Cash games", "Special features", "Originals",
      "Funds", "Loyalty", "Welcome promotions", "Daily promos", "Leaderboard", "Jackpots", "Poker school", "House rules",
      "Game variants", "Splash", "EV cashout", "Final table betting", "Social features", "Staking platform",
    ];
    expect(labels.filter((label) => !shown.has(label))).toEqual([]);
  });

  test("B241 B242 names every game and feature", () => {
    const names = [
      "Smart HUD", "Smart Betting", "Mystery Bounty", "Flash Satellites", "All-In or Fold", "Rush & Cash", "Spin & Gold",
      "Flip & Go", "Fish Buffet", "Welcome Bonus", "Daily Freebie", "Mystery Envelope", "Daily leaderboards by game type",
      "Bad Beat Jackpot", "All-In or Fold Jackpot", "Bounty Hunters", "High Rollers", "Omaholic", "Time Bank Card",
      "Bet on Flop", "Next Hand Roulette", "Straddle", "Cash Drop Tracker", "Monthly giveaway", "Festival series",
    ];
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("leads only to pages that exist, or outside", () => {
    const pages = new Set(routes.map((route) => route.path));
    const all = [...menu, ...listAll(read("util-navigations").items)];
    const lost = all.filter(({ path, siteType }) =>
      siteType === "external" ? !new URL(path).hostname.endsWith(".example") : !pages.has(path.split("#")[0] ?? ""),
    );
    expect(lost.map((item) => item.path)).toEqual([]);
  });

  test("names routes that exist", () => {
    const names = new Set(["", ...routes.map((route) => route.name)]);
    expect(menu.filter((item) => !names.has(item.routerName))).toEqual([]);
  });
});

test("B125 each platform has a link for every other country", () => {
  const { ggp } = read("download-links").brands;
  expect(ggp?.android["ZZ"]?.map((link) => link.type)).toEqual([6, 2]);
  expect(ggp?.ios["ZZ"]?.map((link) => link.type)).toEqual([2]);
});

test("B133 the site's own country has no rule, and Ontario has one", () => {
  const { rules } = read("geo-rules");
  expect(rules).not.toHaveProperty("PH");
  expect(rules).toHaveProperty("CA-ON");
});

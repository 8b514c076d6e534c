import { beforeAll, describe, expect, test } from "vitest";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { policyFacts } from "../../../remote-compliance/testing/policy-facts.ts";
import { toText } from "../../../remote-compliance/testing/to-text.ts";
import { readPage } from "./read-page.ts";

/** What the pages of section P have to say, word for word, and where (B239-B254). */
const facts: readonly [fact: string, path: string, words: readonly string[]][] = [
  ["B239 the Welcome Bonus", "/", ["Welcome Bonus"]],
  ["B239 monthly giveaways", "/", ["giveaway"]],
  ["B239 featured tournaments and series", "/", ["Featured tournaments and series"]],
  ["B239 original formats", "/", ["Original formats"]],
  ["B239 special features", "/", ["Special features", "Emoji", "Video-reaction camera", "Voice messages", "Prop bets"]],
  ["B239 the hand-analysis tool", "/", ["hand-analysis tool"]],
  ["B239 brand ambassadors", "/", ["ambassadors"]],
  ["B239 Streamer Mode", "/", ["Streamer Mode"]],
  [
    "B240 the text block with its title",
    "/",
    ["Poker Your Way Anytime", "When you have ten minutes", "When you have the whole evening"],
  ],
  [
    "B241 names",
    "/",
    [
      "Smart HUD",
      "Smart Betting",
      "Mystery Bounty",
      "Flash Satellites",
      "All-In or Fold",
      "Rush & Cash",
      "Spin & Gold",
      "Flip & Go",
      "Fish Buffet",
      "Welcome Bonus",
      "Daily Freebie",
      "Mystery Envelope",
    ],
  ],
  [
    "B242 names",
    "/",
    [
      "leaderboards by game type",
      "Bad Beat Jackpot",
      "All-In or Fold Jackpot",
      "Bounty Hunters",
      "High Rollers",
      "Omaholic",
      "Time Bank Card",
      "Bet on Flop",
      "Next Hand Roulette",
      "Straddle",
      "Cash Drop Tracker",
      "Monthly giveaway",
      "festival series",
    ],
  ],
  ["B243 the bonus", "/", ["100%", "up to $600", "$100 free"]],
  ["B245 cashback", "/", ["100% cashback", "00:00 UTC the following Monday"]],
  ["B248 months and viewers", "/streamer-mode/", ["3 months", "40+ concurrent viewers", "rolling 3 months"]],
  ["B249 tables shown", "/streamer-mode/", ["50%", "at least, of the tables shown on stream"]],
  ["B250 a tournament session", "/streamer-mode/", ["80%", "at least, of a tournament session"]],
  ["B251 the Twitch link", "/streamer-mode/", ["user name in lowercase"]],
  ["B252 the YouTube link", "/streamer-mode/", ["video ID", "channel ID", "handle"]],
  ["B253 an unverified stream", "/streamer-mode/", ["not verified"]],
  [
    "B254 the status and the tag",
    "/streamer-mode/",
    ["eligible", "approved", "active mode", "non-poker content", "talent contact"],
  ],
];

describe("what the pages say", () => {
  let site: SiteAddress;
  const texts = new Map<string, string>();

  beforeAll(async () => {
    site = await findSharedSite("GGPPH");
    for (const path of new Set(facts.map(([, where]) => where)))
      texts.set(path, toText(readMain((await readPage(site, path)).html).replaceAll(/<[^>]+>/g, " ")).toLowerCase());
  });

  test.each(facts)("%s is on %s", (_fact, path, words) => {
    const text = texts.get(path) ?? "";
    expect(words.filter((one) => !text.includes(one.toLowerCase()))).toEqual([]);
  });

  test.each(policyFacts)("%s can be read on the served page %s", async (_behaviour, name, words) => {
    const { html } = await readPage(site, `/${name}/`);
    const text = toText(readMain(html));
    expect(words.filter((one) => !text.includes(one))).toEqual([]);
  });

  test("every fact of the pages and of the policies is named here, from B239 to B283", () => {
    const named = new Set([...facts, ...policyFacts].map(([behaviour]) => behaviour.slice(0, 4)));
    const owed = Array.from({ length: 45 }, (_, index) => `B${239 + index}`).filter(
      (behaviour) => behaviour !== "B247",
    );
    expect(owed.filter((behaviour) => !named.has(behaviour))).toEqual([]);
  });

  test("B243 B245 the section of the Welcome Bonus has nothing of the other promotions, which its terms do not cover", async () => {
    const [, ...sections] = readMain((await readPage(site, "/")).html).split("<h2");
    const under = (name: string): string | undefined =>
      sections.find((section) => section.split("</h2>")[0]?.endsWith(name));
    expect(under("Welcome Bonus")).toContain("$600");
    expect(under("Welcome Bonus")).not.toMatch(/cashback|giveaway/i);
    expect(under("Promotions")).toMatch(/cashback/i);
  });

  test("B275 the contact page and the terms open a resolved complaint again on the same condition", async () => {
    for (const path of ["/contact/", "/terms-conditions/"]) {
      const { text } = await readPage(site, path);
      expect(text, path).toMatch(/7 days[^.]*\. You can open it again with new facts/);
    }
  });

  test("B247 nothing of an account, a lobby or a payment is offered", async () => {
    for (const path of [
      "/",
      "/download/",
      "/contact/",
      "/about-us/",
      "/ggteam/",
      "/terms-conditions/",
      "/no-such-page/",
    ]) {
      const { html } = await readPage(site, path);
      expect(html, path).not.toMatch(/<form\b|type="password"|autocomplete="(?:username|cc-)/);
    }
  });
});

/** The content of a page: menus name much of it too. */
function readMain(html: string): string {
  return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
}

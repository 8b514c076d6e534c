import { existsSync } from "node:fs";
import { chromium } from "playwright";
import lighthouseRun from "lighthouse";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { budget } from "../harness/budgets.ts";
import { type Figure, tell } from "../harness/figures.ts";
import type { Bench, Room } from "../harness/room.ts";
import { listPaths, serveSite, waitUntilSmallest } from "../harness/serve-site.ts";

const installed = "/usr/bin/chromium";

/** What has to be perfect on every page, and what the times of one machine say, which nobody is held to. */
const gated = ["accessibility", "best-practices", "seo"] as const;
const categories = ["performance", ...gated] as const;
type Category = (typeof categories)[number];

/** Every page as Lighthouse sees it on a phone. */
export const lighthouse: Bench = {
  name: "lighthouse",
  about: "accessibility, best practices and SEO of every page on a phone, each point below 100 with its reason",
  async run(room) {
    const site = await serveSite(room);
    await waitUntilSmallest(room, site);
    const port = await openDebuggedBrowser(room);
    const figures: Figure[] = [];
    const reasons: string[] = [];
    for (const path of await listPaths(site.origin)) {
      room.say(`looking at ${path}`);
      const seen: Look[] = [];
      // What is gated is no matter of luck: one look tells it. Times need as many as were asked for.
      for (let round = 0; round < (path === "/" ? room.rounds : 1); round += 1) seen.push(await look(`${site.origin}${path}`, port));
      figures.push(...categories.map((category) => toFigure(path, category, seen.map(({ scores }) => scores[category]))));
      reasons.push(...new Set(seen.flatMap(({ failures }) => failures.map((failure) => `${path}: ${failure}`))));
    }
    return { figures, notes: reasons.length > 0 ? reasons : ["Nothing was found that is not perfect."] };
  },
};

interface Look {
  scores: Record<Category, number>;
  /** Audits that were not passed, of the categories that are gated. */
  failures: string[];
}

/** Points that are missing: a budget is kept from above. */
function toFigure(path: string, category: Category, scores: readonly number[]): Figure {
  const missing = scores.map((score) => 100 - score);
  return tell(`${path} ${category}, points below 100`, "count", missing, category === "performance" ? { goal: "at most 1" } : { goal: "0", budget: budget.lighthouseMissing });
}

/** Times a page is looked at again when the browser was too busy to record it. */
const patience = 2;

async function look(url: string, port: number, left = patience): Promise<Look> {
  const result = await lighthouseRun(url, { port, output: "json", logLevel: "silent", onlyCategories: [...categories] });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { lhr } = result;
  if (lhr.runtimeError && left > 0) return look(url, port, left - 1);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const read = (category: Category): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const failures = gated.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id];
      return audit && weight > 0 && audit.score !== null && audit.score < 1 ? [`${category} ${id}: ${audit.title}`] : [];
    }),
  );
  return { scores: { performance: read("performance"), accessibility: read("accessibility"), "best-practices": read("best-practices"), seo: read("seo") }, failures };
}

/** A browser that listens for Lighthouse. */
async function openDebuggedBrowser(room: Room): Promise<number> {
  const port = await findFreePort();
  const browser = await chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: [
      `--remote-debugging-port=${port}`, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync",
    ],
  });
  room.defer(() => browser.close());
  return port;
}

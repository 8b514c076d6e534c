import { launchBrowser } from "@site/contracts/testing/launch-browser";
import lighthouseRun from "lighthouse";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { budget } from "../harness/budgets.ts";
import { type Figure, tell } from "../harness/figures.ts";
import type { Bench, BenchResources } from "../harness/bench-resources.ts";
import { listPaths, serveSite, waitUntilSmallest } from "../harness/serve-site.ts";

/** Categories that have to be perfect on every page. None of them needs a trace, which a busy machine may fail to record. */
const gated = ["accessibility", "best-practices", "seo"] as const;

/** Pages whose times are measured too. They have no budget, because they depend on the machine. */
const timed = ["/", "/terms-conditions/"];

/** Lighthouse's results for every page on a phone. */
export const lighthouse: Bench = {
  name: "lighthouse",
  about: "accessibility, best practices and SEO of every page on a phone, each point below 100 with its reason",
  async run(resources) {
    // An unreachable third party would be an error in the console, caused by the machine and not by the page.
    const site = await serveSite(resources, { simulators: true });
    await waitUntilSmallest(resources, site);
    const port = await openDebuggedBrowser(resources);
    const figures: Figure[] = [];
    const notes: string[] = [];
    const everywhere: number[] = [];
    for (const path of await listPaths(site.origin)) {
      resources.say(`looking at ${path}`);
      const report = await look(`${site.origin}${path}`, port, gated);
      for (const category of gated) {
        const missing = toMissing(report, category);
        everywhere.push(missing);
        figures.push(
          tell(`${path} ${category}, points below 100`, "count", missing, {
            goal: "0",
            budget: budget.lighthouseMissing,
          }),
        );
      }
      notes.push(...listFailures(report).map((failure) => `${path}: ${failure}`));
    }
    for (const path of timed) {
      resources.say(`timing ${path}`);
      const missing: number[] = [];
      for (let round = 0; round < resources.rounds; round += 1)
        missing.push(toMissing(await look(`${site.origin}${path}`, port, ["performance"]), "performance"));
      figures.push(tell(`${path} performance, points below 100`, "count", missing, { goal: "at most 1" }));
    }
    figures.push(tell(`any page ${gated.join(", ")}, points below 100`, "count", everywhere, { goal: "0" }));
    return { figures, notes: notes.length > 0 ? notes : ["Nothing was found that is not perfect."] };
  },
};

type LighthouseReport = NonNullable<Awaited<ReturnType<typeof lighthouseRun>>>["lhr"];

/** Missing points, because a budget is an upper bound. */
function toMissing({ categories }: LighthouseReport, category: string): number {
  return 100 - Math.round((categories[category]?.score ?? 0) * 100);
}

/** Failed audits, each with the elements it is about. */
function listFailures({ categories, audits }: LighthouseReport): string[] {
  return gated.flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      return audit && weight > 0 && audit.score !== null && audit.score < 1
        ? [`${category} ${id}: ${audit.title}`]
        : [];
    }),
  );
}

/** Retries of a page when the browser was too busy to be measured. */
const furtherAttempts = 2;

/** Timeout in milliseconds for a page to become quiet on a busy machine. */
const maxWaitForLoad = 90_000;

async function look(
  url: string,
  port: number,
  onlyCategories: readonly string[],
  left = furtherAttempts,
): Promise<LighthouseReport> {
  const result = await lighthouseRun(url, {
    port,
    output: "json",
    logLevel: "silent",
    onlyCategories: [...onlyCategories],
    maxWaitForLoad,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { runtimeError } = result.lhr;
  if (runtimeError && left > 0) return look(url, port, onlyCategories, left - 1);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  return result.lhr;
}

/** A browser that listens for Lighthouse. */
async function openDebuggedBrowser(resources: BenchResources): Promise<number> {
  const port = await findFreePort();
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
  resources.defer(() => browser.close());
  return port;
}

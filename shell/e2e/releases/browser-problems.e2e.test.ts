// What a real browser tells of releases whose scripts and server HTML do not fit, or whose scripts throw.
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Beacon, maxBeaconBytes, maxProblems } from "../../src/layout/beacon.ts";
import { beaconSchema } from "../../src/server/health/beacon-schema.ts";
import { personAgent } from "../../src/server/testing/tell-beacon.ts";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { createNetworkFronts } from "../harness/network-fronts.ts";
import { openBrowser } from "../harness/open-browser.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { listIslands, touchIslands } from "../harness/touch-islands.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { untilLive } from "./answers.ts";
import { noteMeasuring, untilMeasured } from "./canary-visit.ts";
import type { Variant } from "./release-variant.ts";
import { untilCore } from "./soft-visit.ts";

/** The server renders the header with another word than browsers do. */
const otherWord = `if (key === "header") context = JSON.parse(JSON.stringify(context).replaceAll("Poker school", "School of poker"));`;

/** What is thrown has a visitor's own words in its message, which never leave the browser. */
const ownWords = "ada@visitor.example";
const throwing = `setTimeout(() => { throw new Error("${ownWords}"); });Promise.reject(new Error("${ownWords}"));`;

/** More errors, each at a place of its own, than a beacon of 1 KB has room for. */
const throwingOften = Array.from({ length: 12 }, () => `setTimeout(() => { throw new Error("${ownWords}"); });`).join(
  "",
);

const browser = openBrowser({ args: [`--user-agent=${personAgent}`] });
const fronts = createNetworkFronts(() => site.port);
let storeDir = "";
let site: RunningSite;
let variants: Record<"navigation" | "download" | "content", Variant>;
let told: Beacon;
let metrics = "";

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  variants = {
    navigation: await admitVariant(storeDir, "navigation", { mark: "repaired", beforeRender: otherWord }),
    download: await admitVariant(storeDir, "download", { mark: "throws", entryCode: throwing }),
    content: await admitVariant(storeDir, "content", { mark: "throws-often", entryCode: throwingOften }),
  };
  const live = await promoteVariants(storeDir, Object.values(variants));
  site = await startSite("GGPPH", {
    storeDir,
    env: { MEASURE_PERCENT: "100", METRICS_PORT: "0", TRUSTED_PROXIES: "127.0.0.1" },
  });
  await untilLive(site, live.id);
  told = await visit("198.51.100.7", "/contact/");
  metrics = await site.readMetrics();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await fronts.close();
  await site?.stop();
  await removeStore(storeDir);
});

/** Opens a page from a network of its own, touches its regions, and leaves it when it is measured. @returns what the browser told */
async function visit(network: string, path: string): Promise<Beacon> {
  const origin = await fronts.open(network);
  const visited = await browser.visit();
  for (const invariant of ["hydration", "uncaught error", "console error"] as const) visited.permits(invariant, /./);
  const { page } = visited;
  await page.addInitScript(noteMeasuring);
  await page.goto(`${origin}${path}`);
  expect(await page.locator("header").first().innerHTML()).toContain("School of poker");
  await untilCore(visited);
  await touchIslands(page);
  await waitUntil(
    async () => {
      const { all, live } = await listIslands(page);
      return all.length > 0 && all.every((id) => live.includes(id));
    },
    { what: "every region to be hydrated" },
  );
  await untilMeasured(visited);
  // An error of no release, such as one of an extension of the browser.
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error("of an extension"))));
  await waitUntil(() => visited.messages.some((one) => one.includes("of an extension")), { what: "the foreign error" });
  await page.goto("about:blank");
  const findTold = () => fronts.told().find(({ from }) => from === network);
  await waitUntil(() => findTold() !== undefined, { what: "the beacon" });
  await visited.close();
  const { status, text = "" } = findTold() ?? {};
  expect(status).toBe(204);
  return v.parse(beaconSchema, JSON.parse(text));
}

/** How many documents had such a problem of a remote, as the server counted them by release. */
function readCounts(kind: string): Record<string, number> {
  const lines = metrics.matchAll(
    /^release_problem_count\{remote="([^"]+)",version="([^"]+)",kind="([^"]+)"\} (\d+)$/gm,
  );
  return Object.fromEntries(
    [...lines].flatMap(([, remote, version, one, count]) =>
      one === kind && count !== "0" ? [[`${remote}@${version}`, Number(count)]] : [],
    ),
  );
}

test("B302 a browser tells that React replaced a region's HTML, and that is counted for the release of the region alone", () => {
  expect(told.problems).toContainEqual({ kind: "repaired", remote: "navigation", at: [] });
  expect(readCounts("repaired")).toEqual({ [variants.navigation.label]: 1 });
});

test("B302 a browser tells where an error was thrown that no code caught, and that is counted for the release whose script threw it", async () => {
  const thrown = told.problems.filter(({ kind }) => kind === "thrown");
  // One of a function, one of a promise; the one of no release is not told.
  expect(thrown).toHaveLength(2);
  for (const { at } of thrown) expect(at[0]).toMatch(/^download\/remoteEntry\.js:\d+:\d+$/);
  expect(readCounts("thrown")).toEqual({ [variants.download.label]: 1 });
  expect(JSON.stringify(fronts.told())).not.toContain(ownWords);
});

test("B302 what worked is counted as a document without a problem", () => {
  for (const name of ["compliance", "shell"])
    expect(metrics).toMatch(
      new RegExp(`^release_problem_ratio\\{remote="${name}",version="[^"]+",bound="estimate"\\} 0$`, "m"),
    );
});

test("B302 a beacon has no more than 1 KB, however much a document met", async () => {
  const { problems } = await visit("198.51.101.7", "/");
  const [, bytes = 0] = fronts.told().map(({ text }) => Buffer.byteLength(text));
  expect(bytes).toBeLessThanOrEqual(maxBeaconBytes);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(maxProblems);
});

import { budgets } from "@site/contracts/release-checks/budgets";
import type { Page, Request } from "playwright";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeSitesInTurn } from "./harness/describe-sites.ts";
import { listScripts, toWireSize, type Visit } from "./harness/open-browser.ts";
import { sampled, sampledCases } from "./harness/sampled.ts";
import { waitUntil } from "./harness/wait-until.ts";

/** In a sample there is one of the policies, and one of the pages of texts: they are the same code with other words. */
const policies = sampledCases(1, [
  "/terms-conditions/",
  "/privacy-policy/",
  "/cookie-policy/",
  "/house-rules/",
  "/payment-details-policy/",
  "/withdrawal-policy/",
]);
const texts = sampledCases(1, ["/ggteam/", "/about-us/", "/streamer-mode/"]);
const quiet = ["/", ...policies, ...texts, "/download/", "/no-such-page/"];
const exceptions = ["/responsible-gaming/", "/download/?auto=1"];

/** Bytes (brotli) of the shell's own code in the browser. */
const coreBudget = budgets.core;

/** Bytes (brotli) of the script of the download page: a third of what a head script may have, because it is fetched without being asked for too. */
const starterBudget = budgets.head / 3;

/** Milliseconds after the load event at which the core is fetched (B186). */
const coreDelayMs = 1000;

/** Milliseconds for which the pages are left alone once they have their core: in a sample by their clocks, else in fact. */
const untouchedMs = 10_000;

declare global {
  interface Window {
    /** The browser's own times: a clock that a test sets forward knows of no request. */
    timesOfBrowser: Performance;
  }
}

/** Whether the time in which the pages are left alone is that of their clocks. */
const hasClock = sampled({ all: false, sample: true });

describeSitesInTurn(({ site, visit }) => {
  const visits = new Map<string, Visit>();

  // One wait serves every page: they lie open side by side.
  beforeAll(async () => {
    for (const path of [...quiet, ...exceptions]) {
      const visited = await visit();
      const { page, expects } = visited;
      visits.set(path, visited);
      if (path === "/no-such-page/") expects("failed request", /^404 GET .*\/no-such-page\/$/);
      await page.addInitScript(() => (window.timesOfBrowser = performance));
      if (hasClock) await page.clock.install();
      // A timer of that clock counts from the moment at which the clock was read last: the core's has to count from the load event.
      await page.addInitScript(() => addEventListener("load", () => Date.now()));
      await page.route("**/download/installer/*", (route) => route.fulfill({ status: 204 }));
      await page.goto(`${site().origin}${site().prefix}${path}`);
    }
    if (hasClock) await Promise.all([...visits.values()].map(passUntouched));
    else await sleep(untouchedMs);
  });
  afterAll(async () => {
    for (const visited of visits.values()) await visited.close();
  });
  const open = (path: string): Visit => {
    const visited = visits.get(path);
    if (!visited) throw new Error(`${path} was not opened.`);
    return visited;
  };

  test.for(quiet)("B186 %s fetches none of our scripts before one second after it is there", async (path) => {
    const { page } = open(path);
    const { loaded, starts } = await readScriptTimes(page);
    expect(loaded).toBeGreaterThan(0);
    expect(starts.filter((start) => start < loaded + coreDelayMs)).toEqual([]);
  });

  test("B186 the download page, untouched for ten seconds, has fetched the core and the script that starts downloads", async () => {
    const scripts = listScripts(open("/download/").requests);
    expect(scripts.map(toName)).toEqual(["shell/core.js", "download/head.js"]);
    const [, starter = 0] = await Promise.all(scripts.map(toWireSize));
    expect(starter).toBeGreaterThan(0);
    expect(starter).toBeLessThanOrEqual(starterBudget);
  });

  test.for(quiet)("B186 %s asks for its manifest and for the visitor once, beside the core", async (path) => {
    const { page } = open(path);
    const questions = await page.evaluate(() =>
      window.timesOfBrowser
        .getEntriesByType("resource")
        .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry] : []))
        .filter(({ name }) => /\/builds\/meta\/|\/api\/visitor$/.test(name))
        .map(({ name, initiatorType }) => `${initiatorType} ${new URL(name).pathname}`),
    );
    // The document asks by a link of its own. What the core asks for by itself is a "fetch".
    expect(questions.map((one) => one.replace(/[0-9a-f]{12}/, "build")).toSorted()).toEqual([
      "link /api/visitor",
      "link /builds/meta/build.json",
    ]);
  });

  const bare = quiet.filter((path) => path !== "/download/");
  test.for(bare)("B186 %s, untouched for ten seconds, has fetched the core and nothing else", async (path) => {
    const { requests } = open(path);
    const scripts = listScripts(requests);
    expect(scripts.map(toName)).toEqual(["shell/core.js"]);
    const sizes = await Promise.all(scripts.map(toWireSize));
    expect(sizes[0]).toBeGreaterThan(0);
    expect(sizes[0]).toBeLessThanOrEqual(coreBudget);
  });

  test.for([...quiet, ...exceptions])(
    "%s, untouched, says nothing in the console and breaks no policy",
    async (path) => {
      const { messages, violations } = open(path);
      expect(messages).toEqual([]);
      expect(await violations()).toEqual([]);
    },
  );

  test("B097 the responsible gaming page hydrates its help chat without input", async () => {
    const { page, requests } = open("/responsible-gaming/");
    await page.locator('[data-island^="support-chat/launcher"][data-live]').first().waitFor({ state: "attached" });
    const names = listScripts(requests).map(toName);
    expect(names).toEqual(expect.arrayContaining(["shell/core.js", "support-chat/remoteEntry.js"]));
    expect(names.filter((name) => !/^(shell|support-chat)\//.test(name))).toEqual([]);
  });

  test("B122 the download page starts the download by itself when it is asked to", async () => {
    const { requests, events } = open("/download/?auto=1");
    await waitUntil(async () => (await events()).some(({ name }) => name === "download:started"), {
      what: "download:started",
    });
    const asked = requests
      .map((request) => new URL(request.url()).pathname)
      .filter((path) => path.startsWith("/download/installer/"));
    expect(asked).toHaveLength(1);
    expect(
      listScripts(requests)
        .map(toName)
        .filter((name) => !/^(shell|download)\//.test(name)),
    ).toEqual([]);
  });
});

/** Sets a page's clock forward, once its core runs. After each second it has the answers to what it has requested. */
async function passUntouched({ page, requests, events }: Visit): Promise<void> {
  await waitUntil(async () => (await events()).some(({ name }) => name === "route:changed"), {
    what: `the core of ${page.url()}`,
  });
  for (let passedMs = 0; passedMs < untouchedMs; passedMs += 1000) {
    await Promise.all(requests.map((request) => request.response()));
    await page.clock.runFor(1000);
  }
  await Promise.all(requests.map((request) => request.response()));
}

/** `shell/core.js`, without version and hash. */
function toName(request: Request): string {
  return new URL(request.url()).pathname
    .replace(/^\/_release\/([^/]+)\/[^/]+\//, "$1/")
    .replace(/\.[0-9a-f]{8}\.js$/, ".js");
}

/** When the page was there, and when each script was asked for: milliseconds since the navigation. */
function readScriptTimes(page: Page): Promise<{ loaded: number; starts: number[] }> {
  return page.evaluate(() => ({
    loaded:
      window.timesOfBrowser
        .getEntriesByType("navigation")
        .map((entry) => (entry instanceof PerformanceNavigationTiming ? entry.loadEventStart : 0))[0] ?? 0,
    starts: window.timesOfBrowser
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => Math.ceil(startTime)),
  }));
}

import type { Page, Route } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { recordTimeouts } from "../harness/expire-timeouts.ts";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";

const hour = 3_600_000;

/** Milliseconds after which the question for the newest build is given up. */
const givenUpMs = 5000;
const start = new Date("2026-03-01T12:00:00Z");

interface Latest {
  revision: number;
  format: number;
  versions: Record<string, string>;
}

declare global {
  interface Window {
    /** Answers to the question for the newest build that the page has read. */
    answersRead: number;
  }
}

const latest = /\/builds\/latest\.json/;

describeSitesInTurn(({ site, visit }) => {
  /** What `builds/latest.json` answers, changed. */
  async function toLatest(change: (latest: Latest) => object): Promise<object> {
    const latest: Latest = await (await fetch(`${site().origin}/builds/latest.json`)).json();
    return { ...latest, ...change(latest) };
  }

  /** A tab whose time is the tests'. */
  let shared: Visit;
  let expire: (ms: number) => Promise<void>;
  beforeAll(async () => {
    shared = await visit();
    await shared.page.clock.install({ time: start });
    await shared.page.addInitScript(countAnswers);
    expire = await recordTimeouts(shared.page);
  });
  afterAll(() => shared?.close());

  /** Opens a page with an answer to the question for the newest build. */
  async function open(answer: (route: Route) => Promise<void>): Promise<Visit> {
    const visited = shared;
    visited.messages.length = 0;
    visited.requests.length = 0;
    await visited.page.unrouteAll();
    await visited.page.route("**/builds/latest.json?*", answer);
    await visited.page.goto(`${site().origin}${site().prefix}/contact/`);
    await visited.page.clock.runFor(2000);
    await untilCore(visited);
    return visited;
  }

  async function navigateOn(visited: Visit): Promise<string[]> {
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "privacy-policy").click();
    await visited.page.waitForURL("**/privacy-policy/");
    return traffic().documents;
  }

  test("B186 the manifest is fetched one second after the page is there, not before, however early it is touched", async () => {
    const visited = await visit();
    await visited.page.goto(`${site().origin}${site().prefix}/contact/`);
    await visited.page.locator("header nav button[popovertarget]").first().hover();
    await waitUntil(async () => (await readTimes(visited.page)).started > 0, { what: "the manifest" });
    const { loaded, started } = await readTimes(visited.page);
    // The browser's timers count whole milliseconds.
    expect(Math.ceil(started)).toBeGreaterThanOrEqual(Math.floor(loaded) + 1000);
    expect(asked(visited, /\/builds\/meta\/[0-9a-f]{12}\.json$/)).toHaveLength(1);
    await visited.close();
  });

  test("B187 the newest build is asked for every hour, with the time, and not once more", async () => {
    const visited = await open((route) => route.fulfill({ json: { id: "0", revision: 0, timestamp: 0 } }));
    expect(asked(visited, latest)).toEqual([]);
    await visited.page.clock.fastForward(hour - 10_000);
    expect(asked(visited, latest)).toEqual([]);
    for (const count of [1, 2, 3]) {
      await passHour(visited);
      expect(asked(visited, latest)).toHaveLength(count);
    }
    expect(asked(visited, latest).every((url) => /\?\d{13}$/.test(url))).toBe(true);
  });

  // What makes a document out of date is decided by code that has a test of its own.
  test.for<[string, (latest: Latest) => object]>(
    sampledCases<[string, (latest: Latest) => object]>(1, [
      [
        "another release of what the page shows",
        ({ versions }) => ({ versions: { ...versions, navigation: "1.0.0-ffffffffffff" } }),
      ],
      ["another release of the shell", ({ versions }) => ({ versions: { ...versions, shell: "1.0.0-ffffffffffff" } })],
      [
        "no release any more of what the page shows",
        ({ versions: { navigation: _gone, ...versions } }) => ({ versions }),
      ],
      ["a server of another format", ({ format }) => ({ format: format + 1 })],
    ]),
  )(
    "B188 %s changes nothing at once; the next navigation is one document load, at the target path",
    async ([, change]) => {
      const json = await toLatest((latest) => ({
        id: "ffffffffffffffff",
        revision: latest.revision + 1,
        ...change(latest),
      }));
      const visited = await open((route) => route.fulfill({ json }));
      const traffic = watchTraffic(visited);
      await passHour(visited);
      expect(traffic().documents).toEqual([]);
      expect(await navigateOn(visited)).toEqual([`${site().prefix}/privacy-policy/`]);
    },
  );

  test("B188 a step back in the history is a navigation as well: a document load of the page before", async () => {
    const json = await toLatest(({ revision, versions }) => ({
      id: "ffffffffffffffff",
      revision: revision + 1,
      versions: { ...versions, navigation: "1.0.0-ffffffffffff" },
    }));
    const visited = await open((route) => route.fulfill({ json }));
    expect(await navigateOn(visited)).toEqual([]);
    await passHour(visited);
    const traffic = watchTraffic(visited);
    await visited.page.goBack();
    await visited.page.waitForURL("**/contact/");
    await waitUntil(async () => traffic().documents.length > 0, { what: "the document" });
    expect(traffic().documents).toEqual([`${site().prefix}/contact/`]);
  });

  test.runIf(sampled({ all: true, sample: false }))(
    "B188 another release of a package that the page does not show leaves its navigations soft",
    async () => {
      const json = await toLatest(({ revision, versions }) => ({
        id: "ffffffffffffffff",
        revision: revision + 1,
        versions: { ...versions, "support-chat": "1.0.0-ffffffffffff" },
      }));
      const visited = await open((route) => route.fulfill({ json }));
      await passHour(visited);
      expect(await navigateOn(visited)).toEqual([]);
    },
  );

  test("B188 an answer of an earlier revision than the one before is ignored: the next navigation stays soft", async () => {
    const earlier = await toLatest(({ revision, versions }) => ({
      id: "ffffffffffffffff",
      revision: revision - 1,
      versions: { ...versions, navigation: "1.0.0-ffffffffffff" },
    }));
    let answers = 0;
    const visited = await open((route) => (answers++ === 0 ? route.continue() : route.fulfill({ json: earlier })));
    await passHour(visited);
    await passHour(visited);
    expect(answers).toBe(2);
    expect(await navigateOn(visited)).toEqual([]);
  });

  test("B187 B188 an answer that does not come is given up, and no navigation waits for it", async () => {
    const visited = await open(() => new Promise(() => undefined));
    const { page, messages } = visited;
    // An hour that passes while a part of the page is mounted is a part that takes an hour.
    await page.clock.runFor(200);
    await Promise.all([page.waitForRequest((request) => latest.test(request.url())), page.clock.fastForward(hour)]);
    expect(await navigateOn(visited)).toEqual([]);
    const [given] = await Promise.all([
      page.waitForEvent("requestfailed", (request) => latest.test(request.url())),
      expire(givenUpMs),
    ]);
    expect(given.failure()?.errorText).toBe("net::ERR_ABORTED");
    expect(messages).toEqual([]);
  });

  test.for<[string, object | string]>(
    sampledCases<[string, object | string]>(1, [
      ["without a revision", { id: "ffffffffffffffff", timestamp: 0, format: 0, versions: {} }],
      ["that is our own", "own"],
      ["without versions", { id: "ffffffffffffffff", revision: 1_000_000, timestamp: 0, format: 0 }],
      ["that is no JSON", "<!doctype html>"],
      ["that is a list", [1, 2]],
      ["that is cut off", '{"id":"ffffffffffffffff","revision":1000000'],
    ]),
  )("B188 an answer %s is ignored: the next navigation stays soft", async ([, answer]) => {
    const visited = await open(async (route) => {
      if (answer === "own") return route.continue();
      return route.fulfill({
        contentType: "application/json",
        body: typeof answer === "string" ? answer : JSON.stringify(answer),
      });
    });
    await passHour(visited);
    expect(await navigateOn(visited)).toEqual([]);
    expect(visited.messages).toEqual([]);
  });
});

/** Lets an hour pass, and waits until the page has read the answer it brings. */
async function passHour(visited: Visit): Promise<void> {
  const before = await countRead(visited);
  await visited.page.clock.fastForward(hour);
  await waitUntil(async () => (await countRead(visited)) > before, { what: "the answer to be read" });
}

/** How many answers the page has read. It acts on one in the task in which it has read it. */
function countRead({ page }: Visit): Promise<number> {
  return page.evaluate(() => window.answersRead);
}

/** Runs in each document before anything else. The answer's end on the network comes before the page has read it. */
function countAnswers(): void {
  window.answersRead = 0;
  const read = Response.prototype.json;
  Response.prototype.json = async function () {
    try {
      return await read.call(this);
    } finally {
      if (this.url.includes("/builds/latest.json")) window.answersRead += 1;
    }
  };
}

/** The addresses a page asked for. */
function asked({ requests }: Visit, file: RegExp): string[] {
  return requests.map((request) => request.url()).filter((url) => file.test(url));
}

function readTimes(page: Page): Promise<{ loaded: number; started: number }> {
  return page.evaluate(() => ({
    loaded:
      performance
        .getEntriesByType("navigation")
        .map((entry) => (entry instanceof PerformanceNavigationTiming ? entry.loadEventStart : Infinity))[0] ??
      Infinity,
    started:
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.includes("/builds/meta/"))
        .map(({ startTime }) => Math.ceil(startTime))[0] ?? -1,
  }));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createMetrics, type Metrics } from "../shell/src/server/live/metrics.ts";
import { promoteBroken } from "../shell/src/server/testing/promote-broken.ts";
import { useFixtureApp } from "../shell/src/server/testing/use-fixture-app.ts";
import { evaluate } from "./alarm-expressions.ts";
import { parseMetrics, type Scrape } from "./scraped-metrics.ts";

const { groups }: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
  readFileSync(join(import.meta.dirname, "../deploy/prometheus/site.rules.yml"), "utf8"),
);
const rules = groups.flatMap((group) => group.rules);

/** The names of the alarms whose expressions have a sample. */
const listFiring = (scrapes: readonly Scrape[]): string[] =>
  rules.filter(({ expr }) => evaluate(expr, scrapes).length > 0).map(({ alert }) => alert);

/** Seconds between two scrapes. */
const interval = 30;

const now = Date.UTC(2026, 0, 1) / 1000;
const labels = { job: "site", instance: "10.0.0.1:9464" };

/** A server that is well, as its metrics say. */
function makeWell(): Metrics {
  const metrics = createMetrics();
  metrics.revisionLive.set(3);
  metrics.revisionDesired.set(3);
  metrics.revisionStaleSeconds.set(0);
  metrics.trustExpires.set(now + 90 * 86_400);
  metrics.certificateExpires.set({ kind: "server" }, now + 60 * 86_400);
  metrics.pages.inc({ status: 200 }, 1000);
  metrics.composeSeconds.observe(0.2);
  meet(metrics, { views: 500, thrown: 2, repaired: 5 });
  return metrics;
}

/** Of the hour before now: the first scrape, and the one at which something happens. */
const [begin, event] = [now - 3600, now - 60];

/** Scrapes of a server that serves 50 pages between two of them. */
async function scrape(metrics: Metrics, from: number, end: number): Promise<Scrape[]> {
  const scrapes: Scrape[] = [];
  for (let at = from; at <= end; at += interval) {
    metrics.pages.inc({ status: 200 }, 50);
    scrapes.push(withMemory(parseMetrics(await metrics.registry.metrics(), at, labels), usualMemory));
  }
  return scrapes;
}

/** Bytes that a server's process usually holds. */
const usualMemory = 200e6;

/** A scrape with other memory: that of the process is of all tests that it has run. */
function withMemory({ at, samples }: Scrape, value: number): Scrape {
  return { at, samples: new Map([...samples, ["process_resident_memory_bytes", [{ labels, value }]]]) };
}

/** The scrapes before anything happens, which are the same for all tests. */
const quiet = scrape(makeWell(), begin, event - interval);

/** An hour of scrapes: nothing happens but pages, and then, two scrapes before the last one, what is given. */
async function scrapeWhile(happens: (metrics: Metrics) => void): Promise<Scrape[]> {
  const before = await quiet;
  const metrics = makeWell();
  metrics.pages.inc({ status: 200 }, 50 * before.length);
  happens(metrics);
  return [...before, ...(await scrape(metrics, event, now))];
}

/** Lets browsers tell of further documents of a release. */
function meet(
  { releaseViews, releaseProblems }: Metrics,
  { views, ...problems }: { views: number; thrown?: number; repaired?: number },
): void {
  const release = { remote: "content", version: "1.0.0-a" };
  releaseViews.inc(release, views);
  for (const [kind, count] of Object.entries(problems)) releaseProblems.inc({ ...release, kind }, count);
}

/** The same scrapes of another server. */
const ofTarget = (scrapes: readonly Scrape[], target: { job?: string; instance?: string }): Scrape[] =>
  scrapes.map(({ at, samples }) => ({
    at,
    samples: new Map(
      [...samples].map(([name, own]) => [name, own.map((one) => ({ ...one, labels: { ...one.labels, ...target } }))]),
    ),
  }));

/** What one Prometheus scrapes of two servers. */
const together = (some: readonly Scrape[], others: readonly Scrape[]): Scrape[] =>
  some.map(({ at, samples }, index) => {
    const all = new Map(samples);
    for (const [name, more] of others[index]?.samples ?? []) all.set(name, [...(all.get(name) ?? []), ...more]);
    return { at, samples: all };
  });

test("no alarm fires on a server that is well", async () => {
  expect(listFiring(await scrapeWhile(() => undefined))).toEqual([]);
});

test.each([
  ["a script throws on one document in a hundred", { views: 2000, thrown: 20 }],
  ["a script throws on some of few documents", { views: 12, thrown: 8 }],
  ["React repairs regions, as where extensions of browsers change them", { views: 150, repaired: 60 }],
])("no alarm fires when %s", async (_when, met) => {
  expect(listFiring(await scrapeWhile((metrics) => meet(metrics, met)))).toEqual([]);
});

describe("an alarm fires, and no other, when", () => {
  test.each<[string, string, (metrics: Metrics) => void]>([
    ["SiteErrors", "a page failed for the first time", ({ pages }) => pages.inc({ status: 500 })],
    ["SiteStale", "another revision is live for more than a minute", (metrics) => metrics.revisionStaleSeconds.set(61)],
    [
      "RemoteFails",
      "an island could not be rendered, once, and never before",
      (metrics) => metrics.remoteFailures.inc({ remote: "content", version: "1.0.0-a", reason: "render" }, 4),
    ],
    [
      "ReleaseRefused",
      "a release does not verify",
      (metrics) => metrics.releasesRefused.inc({ remote: "content", code: "BLOB_CORRUPT" }),
    ],
    [
      "DocumentRefused",
      "a data document is wrong",
      (metrics) => metrics.documentsRefused.inc({ document: "geo-rules" }),
    ],
    [
      "BrowsersFail",
      "a script of a release throws on more than one document in twenty",
      (metrics) => meet(metrics, { views: 150, thrown: 20 }),
    ],
    [
      "CanaryReturned",
      "a server returned a canary, and never before",
      (metrics) => metrics.canaryReturns.inc({ remote: "content", metric: "problems" }),
    ],
    ["TrustExpires", "the trust list ends in 13 days", (metrics) => metrics.trustExpires.set(now + 13 * 86_400)],
    [
      "CertificateExpires",
      "the certificate ends in 6 days",
      (metrics) => metrics.certificateExpires.set({ kind: "server" }, now + 6 * 86_400),
    ],
    [
      "CertificateExpires",
      "the certificate for the store cannot be read",
      (metrics) => metrics.certificateExpires.set({ kind: "store" }, 0),
    ],
    ["DownloadServiceFails", "the download service failed often", (metrics) => metrics.downloadServiceFailures.inc(20)],
    ["RequestsShed", "requests are refused", (metrics) => metrics.requestsShed.inc(1000)],
    [
      "ComposingSlow",
      "composing takes long",
      (metrics) => {
        for (let turn = 0; turn < 10; turn += 1) metrics.composeSeconds.observe(4);
      },
    ],
  ])("%s: %s", async (alarm, _when, happens) => {
    expect(listFiring(await scrapeWhile(happens))).toEqual([alarm]);
  });

  test.each([
    ["in a day", 86_400],
    ["an hour ago", -3600],
  ])(
    "TrustEnds, which wakes a person, beside TrustExpires: the trust list ends or ended %s",
    async (_when, seconds) => {
      const scrapes = await scrapeWhile((metrics) => metrics.trustExpires.set(now + seconds));
      expect(listFiring(scrapes)).toEqual(["TrustExpires", "TrustEnds"]);
    },
  );

  test("SiteDown: a server does not answer", async () => {
    const [last] = (await scrapeWhile(() => undefined)).slice(-1);
    const down = new Map([["up", [{ labels, value: 0 }]]]);
    expect(listFiring([{ at: last?.at ?? now, samples: down }])).toEqual(["SiteDown"]);
  });

  test("ServersDiffer: two servers show different revisions", async () => {
    const scrapes = await scrapeWhile(() => undefined);
    const other = await scrapeWhile((metrics) => metrics.revisionLive.set(2));
    const both = together(scrapes, ofTarget(other, { instance: "10.0.0.2:9464" }));
    expect(listFiring(both)).toEqual(["ServersDiffer"]);
  });

  test("SiteDown: no server is a target of Prometheus any more, or none ever was under the job's name", async () => {
    const [last] = (await scrapeWhile(() => undefined)).slice(-1);
    const other = new Map([["up", [{ labels: { job: "poker", instance: "10.0.0.1:9464" }, value: 1 }]]]);
    expect(listFiring([{ at: last?.at ?? now, samples: other }])).toEqual(["SiteDown"]);
  });

  test("MemoryHigh: the process holds 500 MB", async () => {
    const scrapes = await scrapeWhile(() => undefined);
    expect(listFiring(scrapes.map((one) => withMemory(one, 500e6)))).toEqual(["MemoryHigh"]);
  });

  test("every alarm is tried above", () => {
    const text = readFileSync(import.meta.filename, "utf8");
    expect(rules.map(({ alert }) => alert).filter((alert) => !new RegExp(`"${alert}[":]`).test(text))).toEqual([]);
  });
});

/** The alarms of the second site, with the job that each names, while the first is well and at another revision. */
const listOfTwo = (second: readonly Scrape[], first: readonly Scrape[]): [string, string | undefined][] =>
  rules.flatMap(({ alert, expr }) =>
    evaluate(expr, together(ofTarget(first, { job: "site-ggpph" }), ofTarget(second, { job: "site-ggpcom" }))).map(
      ({ labels: { job } }): [string, string | undefined] => [alert, job],
    ),
  );

describe("of two sites in one Prometheus, each a job of its own", () => {
  test.each<[string[], string, (metrics: Metrics) => void]>([
    [[], "their revisions differ", () => undefined],
    [["SiteErrors"], "a page fails", ({ pages }) => pages.inc({ status: 500 })],
    [
      ["RemoteFails"],
      "an island cannot be rendered",
      (metrics) => metrics.remoteFailures.inc({ remote: "content", version: "1.0.0-a", reason: "render" }),
    ],
    [
      ["ReleaseRefused"],
      "a release does not verify",
      (metrics) => metrics.releasesRefused.inc({ remote: "content", code: "BLOB_CORRUPT" }),
    ],
    [
      ["DocumentRefused"],
      "a data document is wrong",
      (metrics) => metrics.documentsRefused.inc({ document: "geo-rules" }),
    ],
    [
      ["ComposingSlow"],
      "composing takes long, however fast the other site is",
      (metrics) => {
        for (let turn = 0; turn < 10; turn += 1) metrics.composeSeconds.observe(4);
      },
    ],
  ])("%j, of that site alone, when %s", async (alarms, _when, happens) => {
    const second = await scrapeWhile((metrics) => {
      metrics.revisionLive.set(2);
      metrics.revisionDesired.set(2);
      happens(metrics);
    });
    const first = await scrapeWhile((metrics) => {
      for (let turn = 0; turn < 1000; turn += 1) metrics.composeSeconds.observe(0.1);
    });
    expect(listOfTwo(second, first)).toEqual(alarms.map((alarm) => [alarm, "site-ggpcom"]));
  });

  test("SiteDown and MemoryHigh name the site", async () => {
    const scrapes = await scrapeWhile(() => undefined);
    const large = scrapes.map((one) => withMemory(one, 500e6));
    expect(listOfTwo(large, scrapes)).toEqual([["MemoryHigh", "site-ggpcom"]]);
    const down = scrapes.map(({ at }) => ({ at, samples: new Map([["up", [{ labels, value: 0 }]]]) }));
    expect(listOfTwo(down, scrapes)).toEqual([["SiteDown", "site-ggpcom"]]);
  });

  test("SiteDown names the site whose servers are all no target any more, while the other has its own", async () => {
    const scrapes = await scrapeWhile(() => undefined);
    const gone = scrapes.map(({ at, samples }) => ({ at, samples: at < event ? samples : new Map() }));
    expect(listOfTwo(gone, scrapes)).toEqual([["SiteDown", "site-ggpcom"]]);
  });
});

// The memory of the server of tests is that of all tests of the process.
const firing = (scrapes: readonly Scrape[]): string[] => listFiring(scrapes).filter((alarm) => alarm !== "MemoryHigh");

describe("of a real server", () => {
  const { app, bench } = useFixtureApp();
  const scrapeServer = async (at: number): Promise<Scrape> => {
    const { body } = await app().metricsServer.inject({ url: "/metrics", headers: { host: "localhost" } });
    return parseMetrics(body, at, labels);
  };

  test("no alarm fires after its start, and RemoteFails when a release that is promoted does not render", async () => {
    const at = Date.now() / 1000;
    const scrapes = [await scrapeServer(at - 60), await scrapeServer(at - 30)];
    expect(firing(scrapes)).toEqual([]);
    const version = await promoteBroken(bench());
    await app().live.refresh();
    scrapes.push(await scrapeServer(at));
    expect(firing(scrapes)).toEqual(["RemoteFails"]);
    const { expr } = rules.find(({ alert }) => alert === "RemoteFails") ?? { expr: "" };
    expect(evaluate(expr, scrapes)).toMatchObject([{ labels: { remote: "content", version, reason: "render" } }]);
  });
});

import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Beacon, BeaconProblem } from "../../../layout/beacon.ts";
import { openServerKey, type ServerKey } from "../../continuity/server-key.ts";
import { type ChannelChange, planChannels } from "../../publishing/plan-channels.ts";
import { carryOut } from "../../publishing/promote.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { personAgent, tellBeacon, toBeacon, toNetwork } from "../../testing/tell-beacon.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const stateDir = mkdtempSync(join(tmpdir(), "state-"));
afterAll(() => rm(stateDir, { recursive: true, force: true }));
let key: ServerKey;

const { app, bench } = useFixtureApp({
  edge: "cloudflare",
  trustedProxies: ["127.0.0.1"],
  measureShare: 1,
  openKey: () => openServerKey(stateDir),
});
const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };

let stable: SetVersions;
let canary: SetVersions;
beforeAll(async () => {
  key = await openServerKey(stateDir);
  stable = (await bench().store.current())?.set.versions ?? {};
  const { version } = await bench().admit("content", { server: toServerSource("the text that is tried") });
  canary = { ...stable, content: version };
  await change({ kind: "guard", owner: "web-1", publicKey: key.publicKey });
});

async function change(one: ChannelChange): Promise<void> {
  await carryOut(bench().store, await planChannels(bench().store, one), note);
}

/** Starts a canary of content for half of the visitors: those with buckets 0 to 49. */
async function start({ live }: FixtureApp = app(), steps?: { percent: number; from: string }[]): Promise<void> {
  await change({
    kind: "canary-start",
    changes: { content: canary["content"] ?? "" },
    percent: 50,
    first: 0,
    ...(steps && { steps }),
  });
  await live.refresh();
}

const toLabels = (set: SetVersions): string[] => toBeacon("none", set).releases;
const told = (channel: Beacon["channel"], more: Partial<Beacon> = {}): Beacon =>
  toBeacon(channel, channel === "canary" ? canary : stable, more);
const failed: BeaconProblem = { kind: "failed", remote: "content", at: [] };

interface Post {
  from?: string;
  headers?: Record<string, string>;
}

const post = (body: unknown, how: Post = {}): Promise<number> => tellBeacon(app(), body, how);

async function readMetric(line: string, { metricsServer } = app()): Promise<number> {
  const found = (await metricsServer.inject("/metrics")).body.split("\n").find((one) => one.startsWith(`${line} `));
  return Number(found?.split(" ").at(-1) ?? 0);
}

/** What the server asks of a document of a visitor. */
async function readMeasure(headers: Record<string, string>, { server, live } = app()): Promise<unknown> {
  const url = `/builds/meta/${live.state()?.set.versions["shell"]?.slice(-12)}.json`;
  return (await server.inject({ method: "GET", url, headers: { "user-agent": personAgent, ...headers } })).json()
    .measure;
}

const hasCanary = async (): Promise<boolean> => (await bench().store.current())?.channels?.canary !== undefined;

/** Waits until the canary is returned, by what the server itself does. */
async function untilReturned(): Promise<void> {
  await expect.poll(hasCanary, { timeout: 10_000 }).toBe(false);
}

/** Visitors of as many networks, in turn of each set, until the canary is returned. Those of the canary meet a problem of content. */
async function visitAll(count: number): Promise<void> {
  for (let index = 0; index < count && (await hasCanary()); index += 1) {
    await post(told("stable"), { from: toNetwork(index) });
    await post(told("canary", { problems: [failed] }), { from: toNetwork(index) });
  }
}

describe("B302 which documents are measured", () => {
  test("the server says, by the law of the visitor's country, and none of crawlers and of browsers that refuse", async () => {
    expect(await readMeasure({ "cf-ipcountry": "PH" })).toEqual({ channel: "none", needsConsent: false });
    expect(await readMeasure({ "cf-ipcountry": "DE" })).toEqual({ channel: "none", needsConsent: true });
    expect(await readMeasure({ "sec-gpc": "1" })).toBeUndefined();
    expect(await readMeasure({ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).toBeUndefined();
  });

  test("are a share while there is no canary, and all documents of visitors with a bucket while there is one", async () => {
    const few = await createFixtureApp(bench(), { edge: "cloudflare", measureShare: 1e-9 });
    const none = await createFixtureApp(bench(), { edge: "cloudflare", measureShare: 0 });
    await start(few);
    await none.live.refresh();
    expect(await readMeasure({}, few)).toBeUndefined();
    expect(await readMeasure({ cookie: "bucket=7" }, few)).toEqual({ channel: "canary", needsConsent: false });
    expect(await readMeasure({ cookie: "bucket=70" }, few)).toEqual({ channel: "stable", needsConsent: false });
    expect(await readMeasure({ cookie: "bucket=7" }, none)).toBeUndefined();
    await change({ kind: "canary-stop" });
    await few.live.refresh();
    expect(await readMeasure({ cookie: "bucket=7" }, few)).toBeUndefined();
    await Promise.all([few.close(), none.close()]);
  });
});

describe("B302 what a browser tells of a document", () => {
  test("is counted by release and network, with the ends of the interval", async () => {
    const { content, shell } = stable;
    const thrown: BeaconProblem = {
      kind: "thrown",
      at: ["shell/react.js:1:20", "content/remoteEntry.js:1:2"],
    };
    const vitals: Beacon["vitals"] = [{ name: "inp", remote: "content", value: 240 }];
    expect(await post(told("none", { problems: [thrown], vitals }), { from: "198.51.100.1" })).toBe(204);
    for (const from of ["198.51.100.2", "198.51.100.99", "198.51.101.1", "2001:db8::1"])
      expect(await post(told("none"), { from })).toBe(204);
    const labels = `remote="content",version="${content}"`;
    expect(await readMetric(`release_view_count{${labels}}`)).toBe(3);
    expect(await readMetric(`release_problem_count{${labels},kind="thrown"}`)).toBe(1);
    expect(await readMetric(`release_problem_ratio{${labels},bound="estimate"}`)).toBeCloseTo(1 / 3);
    expect(await readMetric(`release_problem_ratio{${labels},bound="low"}`)).toBeCloseTo(0.0615, 3);
    expect(await readMetric(`release_problem_ratio{${labels},bound="high"}`)).toBeCloseTo(0.7923, 3);
    expect(await readMetric(`release_vital_p75{${labels},vital="inp",bound="estimate"}`)).toBe(0.24);
    // The library in the stack is the shell's, and the error is content's.
    expect(await readMetric(`release_problem_count{remote="shell",version="${shell}",kind="thrown"}`)).toBe(0);
  });

  test.each<[string, string, Post, Partial<Beacon>]>([
    ["a robot", "robot", { headers: { "user-agent": "curl/8.0" } }, {}],
    ["a page of another site", "foreign", { headers: { "sec-fetch-site": "cross-site" } }, {}],
    ["a set that never was", "unknown", {}, { releases: ["content@1.0.0-000000000000"] }],
  ])("is not counted from %s", async (_whom, use, how, more) => {
    const before = await readMetric(`browser_beacon_total{use="${use}"}`);
    const views = await readMetric(`release_view_count{remote="content",version="${stable["content"]}"}`);
    expect(await post(told("none", more), { from: "192.0.2.9", ...how })).toBe(204);
    expect(await readMetric(`browser_beacon_total{use="${use}"}`)).toBe(before + 1);
    expect(await readMetric(`release_view_count{remote="content",version="${stable["content"]}"}`)).toBe(views);
  });

  test("is refused when it is not of the schema, or larger than 1 KB, and nothing of it is answered or kept", async () => {
    const refused: [unknown, number][] = [
      ["<mark>", 400],
      [{}, 400],
      [{ ...told("none"), mark: 1 }, 400],
      [told("none", { releases: [] }), 400],
      [told("none", { releases: ["mark <b>@1"] }), 400],
      [told("none", { problems: [{ kind: "thrown", at: ["content/x.js:1:2 mark"] }] }), 400],
      [
        JSON.stringify(told("none")).replace(`"vitals":[]`, `"vitals":[{"name":"inp","remote":"x","value":1e999}]`),
        400,
      ],
      [{ ...told("none"), mark: "mark".repeat(300) }, 413],
    ];
    for (const [body, status] of refused) expect([body, await post(body)]).toEqual([body, status]);
    expect(await post(told("none"), { headers: { "content-type": "text/plain" } })).toBe(415);
    expect((await app().metricsServer.inject("/metrics")).body).not.toContain("mark");
  });

  test("of any content neither ends the server nor counts for a release that it does not name", async () => {
    const value = fc.oneof(fc.anything(), fc.constantFrom("__proto__@1", "constructor@1", ...toLabels(stable)));
    const text = fc
      .record({
        channel: fc.oneof(fc.constantFrom("none", "canary", "stable"), value),
        releases: fc.oneof(fc.array(value, { maxLength: 20 }), value),
        problems: fc.oneof(fc.array(fc.oneof(value, fc.record({ kind: value, at: value })), { maxLength: 8 }), value),
        vitals: fc.oneof(
          fc.array(fc.oneof(value, fc.record({ name: value, remote: value, value })), { maxLength: 4 }),
          value,
        ),
      })
      .map((one) => JSON.stringify(one, (_key, inner) => (typeof inner === "bigint" ? Number(inner) : inner)));
    let network = 0;
    await fc.assert(
      fc.asyncProperty(text, async (body) => {
        network += 1;
        expect([204, 400, 413]).toContain(await post(body, { from: `172.16.${network & 255}.1` }));
      }),
      { numRuns: 200 },
    );
    const names = (await app().metricsServer.inject("/metrics")).body.matchAll(
      /^release_view_count\{remote="([^"]*)"/gm,
    );
    for (const [, name = ""] of names) expect(Object.keys(stable)).toContain(name);
  });
});

describe("B303 a canary with which visitors clearly meet more problems", () => {
  test("is returned to the stable set by the server itself, as a record that says why", async () => {
    await start();
    await visitAll(40);
    await untilReturned();
    const record = await bench().store.current();
    expect(record).toMatchObject({ by: "web-1", action: { kind: "canary-return" }, set: { versions: stable } });
    expect(record?.why).toMatch(
      /^content: problems in (\d+) of \1 visits of the canary, in 0 of \d+ of the stable set/,
    );
    await app().live.refresh();
    expect(app().live.canary()).toBeUndefined();
  });

  test("is kept when a thousand poisoned requests come from one network", async () => {
    await start();
    for (let index = 0; index < 60; index += 1) {
      await post(told("stable"), { from: toNetwork(index) });
      await post(told("canary"), { from: toNetwork(index) });
    }
    const answers = new Map<number, number>();
    for (let index = 0; index < 1000; index += 1) {
      const status = await post(told("canary", { problems: [failed] }), { from: `203.0.113.${index & 255}` });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    expect([...answers.keys()].toSorted()).toEqual([204, 429]);
    expect(await hasCanary()).toBe(true);
    await change({ kind: "canary-stop" });
    await app().live.refresh();
  });

  test("is returned although a thousand requests of one network say that all is well", async () => {
    await start();
    for (let index = 0; index < 1000; index += 1) await post(told("canary"), { from: `203.0.113.${index & 255}` });
    await visitAll(40);
    await untilReturned();
    await app().live.refresh();
  });

  test("is kept while only one of the two sets is told of", async () => {
    await start();
    for (let index = 0; index < 300; index += 1)
      await post(told("canary", { problems: [failed] }), { from: toNetwork(index) });
    expect(await hasCanary()).toBe(true);
    await change({ kind: "canary-stop" });
    await app().live.refresh();
  });
});

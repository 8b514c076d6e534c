import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openReleaseStore, toStorePlaces } from "../src/server/releases/open-store.ts";
import { isSiteError } from "@site/contracts/errors";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";
import { type CutProxy, startCutProxy } from "../src/server/testing/cut-proxy.ts";
import {
  createFixtureBench,
  type FixtureBench,
  type FixtureRelease,
  toServerSource,
} from "../src/server/testing/fixture-release.ts";
import { natsNote, natsProgram, startNatsServers } from "../src/server/testing/nats-servers.ts";
import { type ServedSite, serveSite, toMachine } from "../src/server/testing/nats-sites.ts";
import { runSiteIn, type SiteRun } from "./testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const soon = { timeout: 30_000, interval: 50 };

const readHome = async ({ origin }: ServedSite): Promise<string> => (await fetch(`${origin}/about-us/`)).text();

describe.skipIf(natsProgram === undefined)(`three servers of a store in a cluster of three${natsNote}`, () => {
  let folder = "";
  let bench: FixtureBench;
  let nats: Awaited<ReturnType<typeof startNatsServers>>;
  let proxy: CutProxy;
  let versions: Record<string, string>;
  let releases: FixtureRelease[] = [];
  let sites: ServedSite[] = [];
  let operator: ReleaseStore;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "many-servers-"));
    bench = await createFixtureBench();
    await bench.writeIdentities();
    versions = await bench.releaseAll();
    releases = await Promise.all(
      ["second", "third"].map((label) => bench.admit("content", { server: toServerSource(label) })),
    );
    for (const { version } of releases)
      await bench.store.countersign(await bench.store.toSet({ ...versions, content: version }), {
        sites: ["GGPPH"],
        checks: [],
      });
    nats = await startNatsServers({ folder, count: 3 });
    proxy = await startCutProxy(Number(new URL(nats.servers[0]?.url ?? "").port));
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    await operator?.close();
    await proxy?.close();
    await nats?.stop();
    await bench?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the command as an operator of the store in NATS. */
  const site = (...words: string[]): Promise<SiteRun> =>
    runSiteIn(`${bench.root}.copy`, words, {
      STORE: nats.url,
      TRUST_DIR: `${bench.root}.trust`,
      KEYS_DIR: `${bench.root}.keys`,
      STATE_DIR: join(folder, "operator.state"),
    });

  const promote = (label: 0 | 1, ...options: string[]): Promise<SiteRun> =>
    site("promote", `content@${releases[label]?.version ?? ""}`, "--why", "a test", ...options);

  const readRevisions = (): Promise<number[]> =>
    Promise.all(sites.map(async (served) => (await served.ready()).revision));

  async function start(name: string, store = nats.url): Promise<ServedSite> {
    return serveSite(name, { ...(await toMachine(bench, name, store)) });
  }

  test("are started from nothing but the store's address and the digest of the root, after the store was copied there", async () => {
    const copied = await site("store", "copy", bench.root, nats.url, "--replicas", "3");
    expect(copied).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^[1-9]\d* blobs and [1-9]\d* entries were copied; .*all equal\.$/),
    });
    const again = await site("store", "copy", bench.root, nats.url);
    expect(again.out).toMatch(/^0 blobs and 0 entries were copied/);
    sites = await Promise.all([start("a"), start("b"), start("c", `nats://127.0.0.1:${proxy.port}`)]);
    for (const served of sites) expect(await readHome(served)).toContain("content ");
    expect(await readRevisions()).toEqual([1, 1, 1]);
    operator = await openReleaseStore(
      {
        ...toStorePlaces(`${bench.root}.copy`),
        trustDir: `${bench.root}.trust`,
        keysDir: `${bench.root}.keys`,
        stateDir: join(folder, "second-operator.state"),
        nats: { servers: nats.url.split(","), name: "site" },
      },
      { signs: true },
    );
  });

  test("all show a promoted release when the command ends, which names how many", async () => {
    const run = await promote(0);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining("revision 2 is live") });
    expect(run.out).toContain("on 3 of 3 servers");
    for (const served of sites) expect(await readHome(served)).toContain("second ");
    expect((await site("servers")).out).toMatch(/a +GGPPH +2 .*\n *b +GGPPH +2 .*\n *c +GGPPH +2/);
  });

  test("lose no promote and double none while nodes of the cluster are killed, and agree in the end", async () => {
    const before = await operator.revision();
    const acknowledged: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const node = nats.servers[round % 3];
      if (round % 4 === 1) await node?.kill();
      const content = releases[round % 2]?.version ?? "";
      const expected = acknowledged.at(-1) ?? before;
      const record = await vi.waitFor(
        () => operator.advance(expected, { ...versions, content }, { why: `round ${round}` }),
        { timeout: 20_000, interval: 100 },
      );
      acknowledged.push(record.set.revision);
      if (round % 4 === 3) for (const one of nats.servers) await one.start();
    }
    expect(acknowledged).toEqual(Array.from({ length: 12 }, (_, index) => before + index + 1));
    const history = await operator.history();
    expect(history.map(({ set }) => set.revision)).toEqual(
      Array.from({ length: before + 12 }, (_, index) => index + 1),
    );
    expect(history.slice(-12).map(({ why }) => why)).toEqual(
      Array.from({ length: 12 }, (_, index) => `round ${index}`),
    );
    await vi.waitFor(async () => expect(new Set(await readRevisions())).toEqual(new Set([before + 12])), soon);
  });

  test("let one of two operators win who promote at once, and the other is told", async () => {
    const expected = await operator.revision();
    const runs = await Promise.all([
      promote(0, "--expect", String(expected)),
      promote(0, "--expect", String(expected)),
    ]);
    const advance = operator.advance(expected, { ...versions, content: releases[1]?.version ?? "" }, { why: "other" });
    const third = await advance.then(
      () => ({ code: 0, err: "" }),
      (error: unknown) => ({ code: isSiteError(error, "REVISION_CONFLICT") ? 4 : 1, err: String(error) }),
    );
    const codes = [...runs, third].map(({ code }) => code).toSorted();
    expect(codes, [...runs, third].map(({ err }) => err).join("\n")).toEqual([0, 4, 4]);
    expect(await operator.revision()).toBe(expected + 1);
    await vi.waitFor(async () => expect(new Set(await readRevisions())).toEqual(new Set([expected + 1])), soon);
  });

  test("one that is cut off goes on serving, says since when it cannot read the store, is named by a promote, and catches up", async () => {
    const [, , far] = sites;
    if (!far) throw new Error("there is no third server");
    const before = (await far.ready()).revision;
    const shown = await readHome(far);
    proxy.cut();
    await vi.waitFor(async () => expect((await far.ready()).lag).toMatchObject({ why: "STORE_UNREACHABLE" }), soon);
    expect(await far.ready()).toMatchObject({ ready: true, revision: before, desired: null });
    expect(await readHome(far)).toBe(shown);
    const next = releases[shown.includes("second ") ? 1 : 0];
    const run = await site("promote", `content@${next?.version ?? ""}`, "--why", "cut", "--wait-seconds", "2");
    // A server that is not heard of for 15 seconds is no longer listed.
    expect(run.code === 8 ? run.err : run.out).toMatch(/SERVERS_LAG: .*behind are: c at revision|on 2 of 2 servers/);
    expect(await readRevisions()).toEqual([before + 1, before + 1, before]);
    proxy.mend();
    await vi.waitFor(async () => expect(await far.ready()).toMatchObject({ revision: before + 1, lag: null }), soon);
  });

  test("without any NATS go on serving, also after a restart, while a promote is refused with the reason; then they agree again", async () => {
    const [first] = sites;
    if (!first) throw new Error("there is no server");
    const shown = await readHome(first);
    const before = (await first.ready()).revision;
    for (const one of nats.servers) await one.kill();
    for (const served of sites) expect(await readHome(served)).toBe(shown);
    const refused = await promote(0);
    expect(refused).toMatchObject({
      code: 7,
      err: expect.stringMatching(/^STORE_UNREACHABLE: .*cannot be reached.*Nothing was changed/),
    });
    expect(await first.stop()).toBe(0);
    sites[0] = await start("a");
    expect(await readHome(sites[0])).toBe(shown);
    expect(await sites[0].ready()).toMatchObject({ ready: true, revision: before, desired: null });
    for (const one of nats.servers) await one.start();
    const label = shown.includes("second ") ? 1 : 0;
    const run = await vi.waitFor(
      async () => {
        const done = await promote(label);
        expect(done.code, done.err).toBe(0);
        return done;
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(run.out).toContain(`revision ${before + 1} is live`);
    await vi.waitFor(async () => expect(await readRevisions()).toEqual([before + 1, before + 1, before + 1]), soon);
  });
});

import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test, vi } from "vitest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { copyState, type ServedSite, serveSite, toMachine } from "../../src/server/testing/nats-sites.ts";
import { personAgent, toBeacon, toNetwork } from "../../src/server/testing/tell-beacon.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const soon = { timeout: 30_000, interval: 50 };
const why = ["--why", "a reason"];

const names = ["web-1", "web-2"];
/** What the first servers keep: each has a key of its own. */
const kept = mkdtempSync(join(tmpdir(), "two-servers-"));
const toKept = (name: string): string => join(kept, name);
afterAll(() => rm(kept, { recursive: true }));

describe.each([
  { kind: "files", isMissing: false },
  { kind: "NATS", isMissing: natsProgram === undefined },
])(`B303 two servers of a store in $kind${natsNote}`, ({ kind, isMissing }) => {
  let folder = "";
  let bench: FixtureBench;
  let nats: Awaited<ReturnType<typeof startNatsServers>> | undefined;
  let sites: ServedSite[] = [];
  let stable: SetVersions;
  let canary: SetVersions;

  beforeAll(async () => {
    if (isMissing) return;
    folder = mkdtempSync(join(tmpdir(), "two-servers-"));
    bench = await createFixtureBench();
    await bench.writeIdentities();
    stable = await bench.releaseAll({ shell: fewPages });
    const { version } = await bench.admit("content", { server: toServerSource("tried") });
    canary = { ...stable, content: version };
    await bench.store.countersign(await bench.store.toSet(canary), { sites: ["GGPPH"], checks: [] });
    if (kind === "NATS") {
      nats = await startNatsServers({ folder, count: 1 });
      expect(await operate("store", "copy", bench.root, nats.url, "--replicas", "1")).toMatchObject({ code: 0 });
    }
    for (const name of names) if (existsSync(toKept(name))) cpSync(toKept(name), toState(name), { recursive: true });
    sites = await Promise.all(names.map(serve));
    // Servers of the next kind of store begin with the pages of these, which are of the same releases.
    for (const one of sites)
      if (!existsSync(toKept(one.name))) await copyState(one, toState(one.name), toKept(one.name));
    for (const one of sites) {
      const { serverKey } = await readState(one);
      expect(await operate("canary", "guard", String(serverKey), "--owner", one.name, ...why)).toMatchObject({
        code: 0,
      });
    }
  });
  afterAll(async () => {
    await Promise.all(sites.map((one) => one.stop("SIGKILL")));
    await nats?.stop();
    await bench?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    onTestFailed(() => console.info(sites.map(({ name, log }) => `${name}:\n${log()}`).join("\n")));
  });

  const toState = (name: string): string => join(folder, `${name}.state`);

  async function serve(name: string): Promise<ServedSite> {
    const machine = nats ? await toMachine(bench, name, nats.url) : { STORE_DIR: bench.root };
    return serveSite(name, {
      ...machine,
      STATE_DIR: toState(name),
      TRUSTED_PROXIES: "127.0.0.1",
      MEASURE_PERCENT: "100",
    });
  }

  /** Runs the command as an operator of the store. */
  const operate = (...words: string[]): Promise<SiteRun> =>
    nats
      ? runSiteIn(`${bench.root}.copy`, words, {
          STORE: nats.url,
          TRUST_DIR: `${bench.root}.trust`,
          KEYS_DIR: `${bench.root}.keys`,
          STATE_DIR: join(folder, "operator.state"),
        })
      : runSiteIn(bench.root, words);

  /** Starts a canary, and waits until both servers have it. */
  async function start(): Promise<void> {
    const started = await operate("canary", "start", `content@${canary["content"]}`, "--percent", "50", ...why);
    expect(started).toMatchObject({ code: 0 });
    await expect.poll(() => countCanaries(), soon).toBe(2);
  }

  const countCanaries = async (): Promise<number> =>
    (await Promise.all(sites.map(readState))).filter((one) => one["canary"] !== undefined).length;

  /** Visitors of as many networks tell a server of both sets; those of the canary met a problem of content. */
  async function tellFailing(site: ServedSite, count = 40): Promise<void> {
    const failed = { kind: "failed" as const, remote: "content", at: [] };
    for (let index = 0; index < count; index += 1) {
      await tell(site, index, toBeacon("stable", stable));
      await tell(site, index, toBeacon("canary", canary, { problems: [failed] }));
    }
  }

  async function readReturns(): Promise<{ by: string; why: string }[]> {
    const { out } = await operate("--json", "history");
    const { history }: { history: { by: string; why: string; action?: { kind: string } }[] } = JSON.parse(out);
    return history.filter(({ action }) => action?.kind === "canary-return");
  }

  async function expectOneRevision(): Promise<void> {
    const [one, other] = await Promise.all(sites.map(async (site) => (await site.ready()).revision));
    expect(one).toBe(other);
  }

  test.skipIf(isMissing)(
    "the one that was told of problems returns the canary, and the other follows without a record of its own",
    async () => {
      const [first] = sites;
      if (!first) throw new Error("No server runs.");
      await start();
      await tellFailing(first);
      await expect.poll(() => countCanaries(), soon).toBe(0);
      expect(await readReturns()).toEqual([expect.objectContaining({ by: "web-1" })]);
      await expectOneRevision();
    },
  );

  test.skipIf(isMissing)("both are told of the same problems at once, and there is one record", async () => {
    const before = (await readReturns()).length;
    await start();
    await Promise.all(sites.map((site) => tellFailing(site)));
    await expect.poll(() => countCanaries(), soon).toBe(0);
    expect(await readReturns()).toHaveLength(before + 1);
    await expectOneRevision();
    // A second attempt would have found no canary: neither server complains.
    for (const site of sites) expect(site.log()).not.toContain("the canary should be returned");
  });
});

async function readState({ origin }: ServedSite): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = await (await fetch(`${origin}/readyz`)).json();
  return state;
}

async function tell({ origin }: ServedSite, network: number, beacon: object): Promise<void> {
  const { status } = await fetch(`${origin}/-/beacon`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": personAgent, "x-forwarded-for": toNetwork(network) },
    body: JSON.stringify(beacon),
  });
  expect(status).toBe(204);
}

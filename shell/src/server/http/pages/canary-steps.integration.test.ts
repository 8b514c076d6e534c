import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { openServerKey } from "../../continuity/server-key.ts";
import { type ChannelChange, planChannels } from "../../publishing/plan-channels.ts";
import { carryOut } from "../../publishing/promote.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { tellBeacon, toBeacon, toNetwork } from "../../testing/tell-beacon.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const stateDir = mkdtempSync(join(tmpdir(), "state-"));
afterAll(() => rm(stateDir, { recursive: true, force: true }));
const options = { trustedProxies: ["127.0.0.1"], measureShare: 1, openKey: () => openServerKey(stateDir) };
const { bench } = useFixtureApp({ ...options, releases: { shell: fewPages } });
const text = "the text that is tried";
const hourMs = 3_600_000;

let stable: SetVersions;
let canary: SetVersions;
let server: FixtureApp | undefined;
beforeAll(async () => {
  stable = (await bench().store.current())?.set.versions ?? {};
  canary = { ...stable, content: (await bench().admit("content", { server: toServerSource(text) })).version };
  await change({ kind: "guard", owner: "web-1", publicKey: (await openServerKey(stateDir)).publicKey });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
// Not after each test: a record may not be older than the one before it.
afterAll(() => vi.useRealTimers());

async function change(one: ChannelChange): Promise<void> {
  await carryOut(bench().store, await planChannels(bench().store, one), {
    why: "a reason",
    checkSet: () => Promise.resolve({ sites: ["GGPPH"], checks: [] }),
  });
}

/** Starts a canary as `site canary start content --step 1h` does, in the moment that the clock shows. */
async function start(): Promise<void> {
  const steps = [5, 25, 100].map((percent, index) => ({
    percent,
    from: new Date(Date.now() + (index + 1) * hourMs).toISOString(),
  }));
  await change({ kind: "canary-start", changes: { content: canary["content"] ?? "" }, percent: 1, first: 95, steps });
}

/** Lets the clock stand, so many hours from what it shows. */
function waitHours(hours: number): void {
  const moment = Date.now() + hours * hourMs;
  vi.useFakeTimers({ toFake: ["Date"], now: moment });
}

async function restart(): Promise<FixtureApp> {
  await server?.close();
  server = await createFixtureApp(bench(), options);
  await server.live.refresh();
  return server;
}

/** How many of the 100 buckets get the canary. */
async function countShare(app: FixtureApp): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, bucket) =>
      app.server.inject({ method: "GET", url: "/about-us/", headers: { cookie: `bucket=${bucket}` } }),
    ),
  );
  return answers.filter(({ body }) => body.includes(text)).length;
}

const readCanary = async () => (await bench().store.current())?.channels?.canary;

async function tellStable(app: FixtureApp, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await tellBeacon(app, toBeacon("stable", stable), { from: toNetwork(index) });
}

async function tellFailing(app: FixtureApp, count: number): Promise<void> {
  const failing = toBeacon("canary", canary, { problems: [{ kind: "failed", remote: "content", at: [] }] });
  for (let index = 0; index < count; index += 1) await tellBeacon(app, failing, { from: toNetwork(index) });
}

describe("B304 a canary whose share grows by itself", () => {
  test("goes on with the share of its step on a server that was restarted, and stays with the visitors who had it", async () => {
    await start();
    for (const [hours, share] of [
      [0, 1],
      [1, 5],
      [1, 25],
      [1, 100],
    ] as const) {
      waitHours(hours);
      expect(await countShare(await restart())).toBe(share);
    }
    await change({ kind: "canary-stop" });
    expect(await countShare(await restart())).toBe(0);
  });

  test.each([0, 1, 2])("is returned %i hours after its start, on a server that was restarted then", async (hours) => {
    await start();
    waitHours(hours + 0.5);
    const app = await restart();
    await tellStable(app, 60);
    await tellFailing(app, 20);
    await expect.poll(readCanary, { timeout: 10_000 }).toBeUndefined();
    expect(await bench().store.current()).toMatchObject({ by: "web-1", action: { kind: "canary-return" } });
  });

  test("is returned at 100 %, by what the stable set's visitors told before", async () => {
    await start();
    waitHours(2.5);
    const app = await restart();
    await tellStable(app, 60);
    waitHours(1);
    expect(await countShare(app)).toBe(100);
    await tellFailing(app, 20);
    await expect.poll(readCanary, { timeout: 10_000 }).toBeUndefined();
  });
});

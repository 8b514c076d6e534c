import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { codeCache } from "../../testing/code-cache.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { type Composer, createComposer } from "./composer.ts";

// Real processes compose and render.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let bench: FixtureBench;
let composer: Composer;
let app: FixtureApp;
let origin: string;

beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  composer = createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache, silenceMs: 6000 });
  app = await createFixtureApp(bench, { composer });
  await app.reconciler.start();
  origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  await app.close();
  await bench.remove();
});

/** Milliseconds between two requests of one visitor. Without any, the requests would take most of the processors' time. */
const betweenMs = 5;

/** Requests pages in sequence until `signal` aborts. Resolves with the requests that were not answered in full. */
async function load(signal: AbortSignal): Promise<{ asked: number; failed: string[] }> {
  const failed: string[] = [];
  let asked = 0;
  while (!signal.aborted) {
    for (const path of ["/", "/about-us/", "/contact/_payload.json", "/privacy-policy/"]) {
      asked += 1;
      try {
        const response = await fetch(`${origin}${path}`);
        const body = await response.text();
        if (response.status !== 200 || !body.includes("fixture")) failed.push(`${path}: ${response.status}`);
      } catch (error) {
        failed.push(`${path}: ${String(error)}`);
      }
      await delay(betweenMs);
    }
  }
  return { asked, failed };
}

function findComposing(): number {
  const pid = composer.pid();
  if (pid === undefined) throw new Error("There is no composing process.");
  return pid;
}

function killComposing(): void {
  const pid = composer.pid();
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

test("kill -9 of the composing process at random moments fails no request, and promoted releases still go live", async () => {
  const stop = new AbortController();
  const loads = [load(stop.signal), load(stop.signal)];
  for (let round = 1; round <= 4; round += 1) {
    await bench.release("content", { server: toServerSource(`round ${round}`) });
    void app.reconciler.look();
    for (let kills = 0; kills < 3; kills += 1) {
      await delay(Math.random() * 400);
      killComposing();
    }
    await vi.waitFor(
      async () => {
        await app.reconciler.look();
        expect(app.live.state()?.set.revision).toBe(round + 1);
      },
      { timeout: 50_000, interval: 200 },
    );
    expect(await (await fetch(`${origin}/about-us/`)).text()).toContain(`round ${round} about-us`);
  }
  stop.abort();
  const outcomes = await Promise.all(loads);
  expect(outcomes.flatMap(({ failed }) => failed)).toEqual([]);
  expect(outcomes.every(({ asked }) => asked > 50)).toBe(true);
});

test("a composing process that hangs is ended, and the next attempt goes live", async () => {
  await bench.release("content", { server: toServerSource("after it hung") });
  composer.warm();
  const pid = await vi.waitFor(findComposing);
  process.kill(pid, "SIGSTOP");
  await expect(app.live.refresh()).rejects.toMatchObject({ code: "COMPOSE_FAILED" });
  expect(app.live.state()?.set.revision).toBe(1);
  expect(await app.live.refresh()).toBe(true);
  expect(await (await fetch(`${origin}/about-us/`)).text()).toContain("after it hung");
});

test("render processes end with the composing process that started them", async () => {
  await bench.release("content", { server: toServerSource("hanging", "while (true);") });
  void app.live.refresh().catch(() => undefined);
  const group = await vi.waitFor(findComposing);
  await delay(500);
  killComposing();
  await vi.waitFor(() => expect(() => process.kill(-group, 0)).toThrow(/ESRCH/), { timeout: 20_000 });
});

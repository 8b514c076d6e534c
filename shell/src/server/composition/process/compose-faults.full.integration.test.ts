import { setTimeout as delay } from "node:timers/promises";
import { describe, test, type TestContext, vi } from "vitest";
import { sampled } from "../../../../e2e/harness/sampled.ts";
import { siteConfigs } from "../../../../sites/sites.ts";
import { codeCache } from "../../testing/code-cache.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { type Composer, createComposer } from "./composer.ts";

// Real processes compose and render.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

interface Scene {
  bench: FixtureBench;
  composer: Composer;
  app: FixtureApp;
  origin: string;
}

/** Starts a server with a composer of its own, whose processes a test ends, until the test has ended. */
async function startScene(onTestFinished: TestContext["onTestFinished"]): Promise<Scene> {
  const bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  const composer = createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache, silenceMs: 6000 });
  const app = await createFixtureApp(bench, { composer });
  onTestFinished(async () => {
    await app.close();
    await bench.remove();
  });
  await app.reconciler.start();
  const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
  return { bench, composer, app, origin };
}

/** Milliseconds between two requests of one visitor. Without any, the requests would take most of the processors' time. */
const betweenMs = 5;

/** Requests pages in sequence until `signal` aborts. Resolves with the requests that were not answered in full. */
async function load(origin: string, signal: AbortSignal): Promise<{ asked: number; failed: string[] }> {
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

function findComposing(composer: Composer): number {
  const pid = composer.pid();
  if (pid === undefined) throw new Error("There is no composing process.");
  return pid;
}

function killComposing(composer: Composer): void {
  const pid = composer.pid();
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

// At the same time, because the second one waits until a process counts as silent.
describe.concurrent("the server's composing process", () => {
  test("killed with -9 at random moments fails no request, and promoted releases still go live", async ({
    expect,
    onTestFinished,
  }) => {
    const { bench, composer, app, origin } = await startScene(onTestFinished);
    const stop = new AbortController();
    const loads = [load(origin, stop.signal), load(origin, stop.signal)];
    for (let round = 1; round <= sampled({ all: 12, sample: 1 }); round += 1) {
      await bench.release("content", { server: toServerSource(`round ${round}`) });
      void app.reconciler.look();
      for (let kills = 0; kills < 3; kills += 1) {
        await delay(Math.random() * 400);
        killComposing(composer);
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

  test("is ended when it hangs, and the next attempt goes live", async ({ expect, onTestFinished }) => {
    const { bench, composer, app, origin } = await startScene(onTestFinished);
    await bench.release("content", { server: toServerSource("after it hung") });
    composer.warm();
    const pid = await vi.waitFor(() => findComposing(composer));
    process.kill(pid, "SIGSTOP");
    await expect(app.live.refresh()).rejects.toMatchObject({ code: "COMPOSE_FAILED" });
    expect(app.live.state()?.set.revision).toBe(1);
    expect(await app.live.refresh()).toBe(true);
    expect(await (await fetch(`${origin}/about-us/`)).text()).toContain("after it hung");
  });

  test("takes the render processes that it started with it when it ends", async ({ expect, onTestFinished }) => {
    const { bench, composer, app } = await startScene(onTestFinished);
    await bench.release("content", { server: toServerSource("hanging", "while (true);") });
    void app.live.refresh().catch(() => undefined);
    const group = await vi.waitFor(() => findComposing(composer));
    await delay(500);
    killComposing(composer);
    await vi.waitFor(() => expect(() => process.kill(-group, 0)).toThrow(/ESRCH/), { timeout: 20_000 });
  });
});

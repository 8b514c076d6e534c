import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { createComposer } from "../composition/process/composer.ts";
import { type Continuity, openContinuity } from "../continuity/continuity.ts";
import { serverFormat } from "../pages/build-id.ts";
import { codeCache } from "../testing/code-cache.ts";
import { fewPages } from "../testing/few-pages.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { toServerSource } from "../testing/fixture-release.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Promotes in a row: more than the sets that may be held. */
const promotes = 10;

let bench: FixtureBench;
let app: FixtureApp;
let continuity: Continuity;

beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  const site = siteConfigs.GGPPH;
  continuity = await openContinuity({ stateDir: `${bench.root}/state`, siteId: site.siteId, format: serverFormat });
  app = await createFixtureApp(bench, {
    composer: createComposer({ site, workAhead: true, codeCache }),
    workAhead: true,
    continuity,
  });
  await app.start();
});
afterEach(async () => {
  await app.close();
  await continuity.close();
  await bench.remove();
});

/** Collects all garbage of this process. What a turn of the event loop still has on its stack is not garbage, so another turn begins first. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  for (let turn = 0; turn < 3; turn += 1) {
    await delay(1);
    collect();
  }
}

test("after promotes in a row the server holds the pages of the live set, and of at most one before it", async () => {
  const states: WeakRef<object>[] = [];
  const pages: WeakRef<object>[] = [];
  for (let turn = 0; turn < promotes; turn += 1) {
    await bench.release("navigation", { server: toServerSource(`navigation ${turn}`) });
    await app.live.refresh();
    const state = app.live.state();
    if (!state) throw new Error("nothing is live");
    states.push(new WeakRef(state));
    pages.push(...[...state.pages.values()].map((page) => new WeakRef(page)));
  }
  await collectGarbage();
  const held = pages.filter((page) => page.deref() !== undefined).length;
  expect(states.filter((state) => state.deref() !== undefined).length).toBeLessThanOrEqual(2);
  expect(held).toBeLessThanOrEqual((2 * pages.length) / promotes);
});

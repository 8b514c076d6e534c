import { cp } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Balancer, startBalancer } from "../harness/balancer.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { recordFigure } from "./record-figure.ts";
import { beginLoad, findDocumentProblem } from "./steady-load.ts";
import { sampled } from "../harness/sampled.ts";

/** Which instances are killed, and which are restarted, one after the other. In a sample the one that is back serves while the other is restarted. */
const [kills, restarts] = sampled({
  all: [
    [0, 1, 0, 1],
    [0, 1, 0, 1],
  ],
  sample: [[0], [1]],
});

/** Requests a second. */
const rate = sampled({ all: 200, sample: 100 });

/** Milliseconds of load before a kill, at most where there are several, and before a restart. */
const beforeKillMs = 700;
const beforeRestartMs = sampled({ all: 700, sample: 200 });

const paths = ["/", "/about-us/", "/download/", "/privacy-policy/"].map((path) => ({
  path,
  findProblem: findDocumentProblem,
}));

const random = createSeededRandom("two instances");
let storeDir = "";
const sites: RunningSite[] = [];
let balancer: Balancer;

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  for (const index of [0, 1]) await cp(`${storeDir}.state`, `${storeDir}.state-${index}`, { recursive: true });
  sites.push(...(await Promise.all([start(0), start(1)])));
  balancer = await startBalancer(() => sites.map(({ port }) => port));
});
afterAll(async () => {
  await balancer?.close();
  for (const site of sites) await site.stop();
  await removeStore(storeDir);
});

/** Two instances follow one store and have a memory of their own. */
function start(index: number): Promise<RunningSite> {
  return startSite("GGPPH", { storeDir, env: { STATE_DIR: `${storeDir}.state-${index}` } });
}

test(
  "an instance that is killed behind a load balancer fails no GET, and is back with the set it had",
  { timeout: 120_000 },
  async () => {
    const endLoad = beginLoad(balancer.origin, paths, rate);
    const before = await readRevision(sites[0]);
    for (const index of kills) {
      await sleep(kills.length > 1 ? random.below(beforeKillMs) : beforeKillMs);
      const site = sites[index];
      site?.child.kill("SIGKILL");
      await site?.ended;
      const killedAt = performance.now();
      const again = await start(index);
      recordFigure("server-killed", "seconds until an instance is back", (performance.now() - killedAt) / 1000);
      sites[index] = again;
      expect(await readRevision(again)).toBe(before);
    }
    const { requests, failures } = await endLoad();
    expect([...failures]).toEqual([]);
    expect(requests).toBeGreaterThan(sampled({ all: 100, sample: 40 }));
    recordFigure("server-killed", "GETs through a load balancer that failed", failures.size);
  },
);

test("instances that are restarted one after the other fail no request", { timeout: 120_000 }, async () => {
  const endLoad = beginLoad(balancer.origin, paths, rate);
  const began = performance.now();
  for (const index of restarts) {
    await sleep(beforeRestartMs);
    await sites[index]?.stop();
    sites[index] = await start(index);
  }
  const { requests, failures } = await endLoad();
  expect([...failures]).toEqual([]);
  recordFigure("rolling-restart", "requests that failed", failures.size);
  recordFigure("rolling-restart", "requests a second meanwhile", requests / ((performance.now() - began) / 1000));
});

async function readRevision(site: RunningSite | undefined): Promise<unknown> {
  const answer: { revision: unknown } = await (await fetch(`${site?.origin}/readyz`)).json();
  return answer.revision;
}

import { setTimeout as sleep } from "node:timers/promises";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { beginLoad, toDocumentAndData } from "../faults/steady-load.ts";
import { type Balancer, startBalancer } from "../harness/balancer.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";
import { rollback } from "../../src/server/publishing/promote.ts";
import type { Variant } from "../releases/release-variant.ts";
import { openStore } from "../releases/site-command.ts";

/** One line of the table that a soak prints. */
export interface SoakLine {
  fault: string;
  criterion: string;
  figure: string;
  isGreen: boolean;
}

/** Servers of one store, behind a balancer, with releases that go live and back all the time. */
export interface Stage {
  storeDir: string;
  /** Instances behind the balancer. */
  instances: RunningSite[];
  /** An instance that is never restarted, for its memory. */
  steady: RunningSite;
  balancer: Balancer;
  /** Starts an instance with a memory of its own, by its number. */
  start(instance: number): Promise<RunningSite>;
  /** How many sets went live so far. */
  promotes(): number;
  /** What failed of the promotes and rollbacks. */
  promoteProblems(): readonly string[];
  stop(): Promise<void>;
}

/** Milliseconds between two promotes. */
const betweenPromotesMs = 5_000;

export const loadPaths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"].flatMap(toDocumentAndData);

/** Starts everything, with two variants of navigation that are promoted and rolled back in turns until the end. */
export async function openStage(): Promise<Stage> {
  const storeDir = await copyStore();
  const variants = [
    await admitVariant(storeDir, "navigation", { mark: "left" }),
    await admitVariant(storeDir, "navigation", { mark: "right" }),
  ];
  await promoteVariants(storeDir, variants.slice(0, 1));
  const start = (instance: number): Promise<RunningSite> =>
    startSite("GGPPH", { storeDir, env: { STATE_DIR: `${storeDir}.state-${instance}` } });
  const instances = [await start(0), await start(1)];
  const steady = await start(2);
  const balancer = await startBalancer(() => instances.map(({ port }) => port));
  const over = new AbortController();
  const promoting = keepPromoting(storeDir, variants, over.signal);
  return {
    storeDir,
    instances,
    steady,
    balancer,
    start,
    promotes: () => promoting.count(),
    promoteProblems: () => promoting.problems,
    async stop() {
      over.abort();
      await promoting.ended;
      await balancer.close();
      for (const site of [...instances, steady]) await site.stop();
      await removeStore(storeDir);
    },
  };
}

function keepPromoting(storeDir: string, variants: readonly Variant[], signal: AbortSignal) {
  const problems: string[] = [];
  let count = 0;
  const ended = (async () => {
    for (let turn = 1; !signal.aborted; turn += 1) {
      try {
        const variant = variants[turn % 2];
        if (turn % 4 === 3) await rollback(await openStore(storeDir), { package: "navigation" }, { why: "a soak" });
        else if (variant) await promoteVariants(storeDir, [variant]);
        count += 1;
      } catch (error) {
        problems.push(String(error));
      }
      await sleep(betweenPromotesMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return { ended, problems, count: () => count };
}

/** Runs a fault again and again for some seconds, under load, and returns what became of the requests. */
export async function underLoad(
  origin: string,
  seconds: number,
  fault: (turn: number) => Promise<unknown>,
): Promise<{ requests: number; failed: number; reasons: string; turns: number; perSecond: number }> {
  const endLoad = beginLoad(origin, loadPaths);
  const began = performance.now();
  let turns = 0;
  while (performance.now() - began < seconds * 1000) {
    await fault(turns);
    turns += 1;
  }
  const { requests, failures } = await endLoad();
  return {
    requests,
    turns,
    perSecond: requests / ((performance.now() - began) / 1000),
    failed: [...failures.values()].reduce((sum, count) => sum + count, 0),
    reasons: [...failures.keys()].slice(0, 3).join("; "),
  };
}

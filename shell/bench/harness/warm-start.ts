import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { findStale } from "../../cli/workspace/build-packages.ts";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { fetchPage } from "./fetch-page.ts";
import { compare, type Figure } from "./figures.ts";
import { serveSame } from "./floor.ts";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { type Started, startNode } from "./processes.ts";
import { interleave, type BenchResources } from "./bench-resources.ts";

/**
 * The time from the start of the server command to the first page, with everything built and published, compared with a bare server's start. Not
 * through `scripts/run.mjs`, which installs packages when the lockfile has changed: a bench changes nothing.
 */
export async function measureWarmStart(resources: BenchResources, storeDir: string): Promise<Figure[]> {
  resources.say("starting, warm");
  const { ours, floor } = await interleave(resources.rounds, {
    ours: () => startWarm(resources, storeDir),
    async floor() {
      const began = performance.now();
      const { origin } = await serveSame(resources, "http://127.0.0.1", [], []);
      await fetchPage(origin, "/");
      return performance.now() - began;
    },
  });
  return [compare("warm start to the first page", "ms", ours, floor, "5 s, better 2")];
}

/** Milliseconds from the start of the server command to the first page, with nothing to build or publish. */
export async function startWarm(resources: BenchResources, storeDir: string): Promise<number> {
  for (let tries = 0; tries < 3; tries += 1) {
    if (findStale(packageNames).length > 0)
      throw new Error("Sources have changed since they were built: there is no warm start to measure.");
    const start = await startOnce(resources, storeDir);
    if (start.isWarm) return start.took;
    resources.say("sources changed meanwhile, so this start was not warm: once more");
  }
  throw new Error("Sources kept changing: there is no warm start to measure.");
}

/** A single start; warm when there was nothing to build or publish. */
async function startOnce(resources: BenchResources, storeDir: string): Promise<{ took: number; isWarm: boolean }> {
  const port = await findFreePort();
  const began = performance.now();
  const started = startNode(resources, join(workspaceRoot, "shell/cli/start.ts"), [], {
    PORT: String(port),
    STORE_DIR: storeDir,
    LOG_LEVEL: "warn",
  });
  const took = (await waitForPage(`http://127.0.0.1:${port}`, started)) - began;
  await started.stop();
  return { took, isWarm: !/^(built|admitted) /m.test(started.output()) };
}

async function waitForPage(origin: string, { child, output }: Started): Promise<number> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The site did not start:\n${output()}`);
    const answer = await fetchPage(origin, "/").catch(() => undefined);
    if (answer?.status === 200) return performance.now();
    await sleep(10);
  }
}

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageNames } from "@site/contracts/package-name";
import { findStale } from "../../cli/build-packages.ts";
import { workspaceRoot } from "../../cli/workspace.ts";
import { fetchPage } from "./fetch-page.ts";
import { compare, type Figure } from "./figures.ts";
import { serveSame } from "./floor.ts";
import { findFreePort } from "./free-port.ts";
import { startNode } from "./processes.ts";
import { interleave, type Room } from "./room.ts";

/** From the command operators type to the first page, with everything built and published, beside a bare server's start. */
export async function measureWarmStart(room: Room, storeDir: string): Promise<Figure[]> {
  if (findStale(packageNames).length > 0) {
    room.say("sources have changed since they were built: no warm start to measure");
    return [];
  }
  room.say("starting, warm");
  const { ours, floor } = await interleave(room.rounds, {
    async ours() {
      const port = await findFreePort();
      const began = performance.now();
      const started = startNode(room, join(workspaceRoot, "scripts/run.mjs"), ["start"], { PORT: String(port), STORE_DIR: storeDir, LOG_LEVEL: "warn" });
      const took = (await waitForPage(`http://127.0.0.1:${port}`)) - began;
      await started.stop();
      return took;
    },
    async floor() {
      const began = performance.now();
      const { origin } = await serveSame(room, "http://127.0.0.1", [], []);
      await fetchPage(origin, "/");
      return performance.now() - began;
    },
  });
  return [compare("warm start to the first page", "ms", ours, floor, "5 s, better 2")];
}

async function waitForPage(origin: string): Promise<number> {
  for (;;) {
    const answer = await fetchPage(origin, "/").catch(() => undefined);
    if (answer?.status === 200) return performance.now();
    await sleep(10);
  }
}

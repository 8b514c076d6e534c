import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { createSeededRandom } from "../faults/seeded-random.ts";
import { beginLoad } from "../faults/steady-load.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchRevision } from "../releases/answers.ts";
import { untilRemembered } from "../releases/readiness.ts";
import { openStore } from "../releases/site-command.ts";
import { loadPaths, type SoakLine, type Stage, underLoad } from "./stage.ts";

const run = promisify(execFile);
const random = createSeededRandom("soak");

/** A part of a soak, for some seconds. */
export type Phase = (stage: Stage, seconds: number) => Promise<SoakLine>;

/** Instances end and start again one after the other. */
export const rollingRestarts: Phase = async (stage, seconds) => {
  const { requests, failed, reasons, turns, perSecond } = await underLoad(
    stage.balancer.origin,
    seconds,
    async (turn) => {
      await stage.instances[turn % 2]?.stop();
      stage.instances[turn % 2] = await stage.start(turn % 2);
      await sleep(500);
    },
  );
  return {
    fault: "rolling restarts",
    criterion: "no request fails at 150 a second",
    figure: `${turns} restarts, ${requests} requests, ${Math.round(perSecond)} a second, ${failed} failed ${reasons}`,
    isGreen: failed === 0 && turns > 0 && perSecond >= 150,
  };
};

/** Instances are killed at any moment. */
export const kills: Phase = async (stage, seconds) => {
  const back: number[] = [];
  const { requests, failed, reasons, turns } = await underLoad(stage.balancer.origin, seconds, async (turn) => {
    await sleep(random.below(1500));
    const site = stage.instances[turn % 2];
    site?.child.kill("SIGKILL");
    await site?.ended;
    const killedAt = performance.now();
    stage.instances[turn % 2] = await stage.start(turn % 2);
    back.push((performance.now() - killedAt) / 1000);
  });
  const slowest = Math.max(...back);
  return {
    fault: "kill -9 of an instance",
    criterion: "no GET through the balancer fails; back within 5 s",
    figure: `${turns} kills, ${requests} requests, ${failed} failed ${reasons}, slowest back after ${slowest.toFixed(1)} s`,
    isGreen: failed === 0 && turns > 0 && slowest <= 5,
  };
};

const fullDiskSchema = v.object({
  isMounted: v.boolean(),
  requests: v.number(),
  failed: v.number(),
  refusedWith: v.string(),
  isUnchanged: v.boolean(),
  publishesAfter: v.boolean(),
});

/** The disk of the store is full. It is a small one of the soak's own, in a process that may mount it. */
export const fullDisk: Phase = async (_stage, seconds) => {
  const file = join(import.meta.dirname, "full-disk.ts");
  const { stdout } = await run(
    "unshare",
    ["--user", "--map-root-user", "--mount", process.execPath, ...nodeOptions, file, String(seconds)],
    { maxBuffer: 1 << 24 },
  );
  const found = v.parse(fullDiskSchema, JSON.parse(stdout.slice(stdout.lastIndexOf("full disk ") + 10)));
  return {
    fault: "disk of the store full",
    criterion: "pages are served; a publish is refused; nothing is half written; a publish works once there is room",
    figure: `${found.requests} requests, ${found.failed} failed, publish refused with ${found.refusedWith}`,
    isGreen:
      found.isMounted &&
      found.failed === 0 &&
      found.refusedWith === "STORE_FULL" &&
      found.isUnchanged &&
      found.publishesAfter,
  };
};

/**
 * Servers whose clocks are wrong after a restart. One that is a day ahead follows the store. For one that is a day behind, every new record
 * is of the future, and so refused: it serves what was live, until its clock is right.
 */
export const wrongClock: Phase = async (stage, seconds) => {
  const found: string[] = [];
  let isGreen = true;
  for (const hours of [24, -24]) {
    const stateDir = `${stage.storeDir}.state-clock-${hours}`;
    const before = await startSite("GGPPH", { storeDir: stage.storeDir, env: { STATE_DIR: stateDir } });
    await untilRemembered(before);
    await before.stop();
    const site = await startSite("GGPPH", {
      storeDir: stage.storeDir,
      env: { STATE_DIR: stateDir, CLOCK_SHIFT_HOURS: String(hours) },
      nodeOptions: ["--import", join(import.meta.dirname, "shift-clock.mjs")],
    });
    const first = await fetchRevision(site);
    const { requests, failed, reasons } = await underLoad(site.origin, seconds / 2, () => sleep(1000));
    const followed = (await fetchRevision(site)) - first;
    found.push(`${hours} h: ${requests} requests, ${failed} failed ${reasons}, followed ${followed} revisions`);
    if (failed > 0 || (hours > 0 && followed < 1)) isGreen = false;
    await site.stop();
  }
  return {
    fault: "clock a day off after a restart",
    criterion:
      "no request fails; a day ahead, the server follows what is promoted; a day behind, it keeps what was live",
    figure: found.join("; "),
    isGreen,
  };
};

async function readRevision({ storeDir }: Stage): Promise<number | undefined> {
  return (await (await openStore(storeDir)).current())?.set.revision;
}

/** Clients that open more connections than the server may have files. */
const greedyClients = 400;

/** An instance has no file descriptors left while it is asked and follows promotes, and then has again. */
export const noDescriptors: Phase = async (stage, seconds) => {
  const site = stage.instances[0];
  if (!site) throw new Error("There is no instance.");
  const pid = String(site.child.pid);
  const usual = Number((await run("prlimit", ["--pid", pid, "--nofile", "--output", "SOFT", "--noheadings"])).stdout);
  await run("prlimit", ["--pid", pid, `--nofile=${countFiles(site) + 20}:`]);
  const sockets = await Promise.all(Array.from({ length: greedyClients }, () => open(site)));
  const endLoad = beginLoad(stage.balancer.origin, loadPaths);
  await sleep(Math.min(seconds, 20) * 1000);
  const { requests, failures } = await endLoad();
  for (const socket of sockets) socket.destroy();
  await run("prlimit", ["--pid", pid, `--nofile=${usual}:`]);
  const began = performance.now();
  await waitUntil(
    async () =>
      fetch(`${site.origin}/`, { signal: AbortSignal.timeout(1000) }).then(
        async (answer) => (await answer.text()).endsWith("</html>\n"),
        () => false,
      ),
    { what: "a page", within: 20_000 },
  );
  const back = (performance.now() - began) / 1000;
  const wanted = await readRevision(stage);
  await waitUntil(async () => (await fetchRevision(site)) >= (wanted ?? 0), { what: "the revision", within: 60_000 });
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const isAlive = site.child.exitCode === null && site.child.signalCode === null;
  return {
    fault: "file descriptors exhausted",
    criterion: "no GET through the balancer fails; the instance lives, answers within 10 s after, and catches up",
    figure: `${requests} requests, ${failed} failed ${[...failures.keys()].slice(0, 2).join("; ")}, answered ${back.toFixed(1)} s after`,
    isGreen: isAlive && failed === 0 && back <= 10,
  };
};

function countFiles({ child }: RunningSite): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}

async function open({ port }: RunningSite): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "connect"), once(socket, "close"), sleep(1000)]);
  return socket;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { isDiskError } from "../disk/disk.ts";
import { codeCache } from "./code-cache.ts";
import type { FixtureBench } from "./fixture-bench.ts";

const workspace = join(import.meta.dirname, "../../../..");

/** A `site serve` process. */
export interface ServedSite {
  name: string;
  origin: string;
  child: ChildProcess;
  /** What `/readyz` says. */
  ready(): Promise<ReadyAnswer>;
  log(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ReadyAnswer {
  ready: boolean;
  revision: number;
  id: string;
  desired: number | null;
  lag: { since: string; why: string } | null;
  /** What it has written for a restart. */
  remembers: { revision: number | null };
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Starts `site serve` with an environment of its own, and waits until it answers.
 * @param build the folder of another build of the server
 */
export async function serveSite(
  name: string,
  env: Readonly<Record<string, string>>,
  build = workspace,
): Promise<ServedSite> {
  const { STORE_DIR, STATE_DIR = `${STORE_DIR}.state`, TRUST_ROOT_DIGEST } = env;
  // Without the digest, a server that finds anything in its folder and no trust list that it remembers does not start.
  if (STORE_DIR !== undefined && TRUST_ROOT_DIGEST !== undefined) await shareCompiled(STATE_DIR);
  const child = spawn(process.execPath, [...nodeOptions, join(build, "shell/cli/commands/site.ts"), "serve"], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      SERVER_NAME: name,
      WORK_AHEAD: "0",
      NODE_COMPILE_CACHE: codeCache,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let out = "";
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, "close").then(() => running.delete(child));
  for (let tries = 0; !out.includes("\n"); tries += 1) {
    if (child.exitCode !== null || tries > 2400) throw new Error(`${name} did not start:\n${out}\n${log}`);
    await sleep(25);
  }
  const origin = /https?:\/\/[^/]+/.exec(out)?.[0] ?? "";
  return {
    name,
    origin,
    child,
    ready: async () => (await (await fetch(`${origin}/readyz`)).json()) as ReadyAnswer,
    log: () => log,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** The folder of what such a machine keeps. */
export const toMachineState = ({ root }: Pick<FixtureBench, "root">, name: string): string =>
  join(root, "../machines", name, "store.state");

/** Lets the composing process of a server use the compiled code of the others: it compiles for 0.2 s otherwise. */
async function shareCompiled(stateDir: string): Promise<void> {
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await symlink(codeCache, join(stateDir, "compiled")).catch((error: unknown) => {
    if (!isDiskError(error, "EEXIST")) throw error;
  });
}

/** The variables of a machine with folders of its own, whose store is in NATS. */
export async function toMachine(
  bench: Pick<FixtureBench, "root">,
  name: string,
  store: string,
): Promise<{ STORE: string; STORE_DIR: string; TRUST_ROOT_DIGEST: Digest }> {
  const folder = join(bench.root, "../machines", name);
  await mkdir(folder, { recursive: true });
  return { STORE: store, STORE_DIR: join(folder, "store"), TRUST_ROOT_DIGEST: await readRootDigest(bench) };
}

/**
 * Gives a server that has not started yet all that another one keeps, in their `STATE_DIR`: with its pages it starts in a third of the processor time.
 * They have one key then.
 */
export async function copyState(site: ServedSite, from: string, to: string): Promise<void> {
  for (;;) {
    const { revision, remembers } = await site.ready();
    if (remembers.revision === revision) break;
    await sleep(25);
  }
  for (let turn = 1; ; turn += 1) {
    try {
      return await cp(from, to, { recursive: true });
    } catch (error) {
      // The server replaces files of its own meanwhile.
      if (!isDiskError(error, "ENOENT") || turn === 5) throw error;
      await rm(to, { recursive: true, force: true });
    }
  }
}

async function readRootDigest(bench: Pick<FixtureBench, "root">): Promise<Digest> {
  return toDigest(await readFile(join(`${bench.root}.trust`, "1.root.json")));
}

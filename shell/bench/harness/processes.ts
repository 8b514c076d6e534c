import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import type { BenchResources } from "./bench-resources.ts";

/** A process of the bench and its output so far. */
export interface Started {
  child: ChildProcess;
  pid: number;
  output(): string;
  /** Ends the process and waits for its end. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a program. It ends with the resources, by its process id. */
export function start(
  resources: BenchResources,
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Started {
  const child = spawn(file, args, {
    cwd: workspaceRoot,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  let output = "";
  const keep = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.on("error", (error) => keep(Buffer.from(error.message)));
  const ended = once(child, "close").then(() => running.delete(child));
  const started: Started = {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      if (!running.has(child)) return;
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 12_000);
      await ended;
      clearTimeout(late);
    },
  };
  resources.defer(() => started.stop());
  return started;
}

/** Starts one of our own files in the Node that runs the bench. */
export function startNode(
  resources: BenchResources,
  file: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  options: readonly string[] = [],
): Started {
  return start(resources, process.execPath, [...nodeOptions, ...options, file, ...args], env);
}

/** Waits until the output of a process matches, and returns the match. @throws when it ends first or times out. */
export async function waitForOutput(
  { child, output }: Started,
  pattern: RegExp,
  within = 60_000,
): Promise<RegExpExecArray> {
  const end = performance.now() + within;
  for (;;) {
    const match = pattern.exec(output());
    if (match) return match;
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`Waited in vain for ${pattern} in:\n${output()}`);
    await sleep(10);
  }
}

/** Runs a program to its end. @throws with its output when it fails. */
export async function run(
  resources: BenchResources,
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const started = start(resources, file, args, env);
  if (running.has(started.child)) await once(started.child, "close");
  if (started.child.exitCode !== 0)
    throw new Error(`${file} ${args.join(" ")} ended with ${started.child.exitCode}:\n${started.output()}`);
  return started.output();
}

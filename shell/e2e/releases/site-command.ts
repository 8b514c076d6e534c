import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { runSiteIn } from "../../cli/testing/run-site-fixture.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";

/** What an operator is told: data, or why not. */
export interface CommandResult {
  /** Null after a signal. */
  exitCode: number | null;
  /** The error's code and sentence; undefined when it worked. */
  error: v.InferOutput<typeof errorSchema>["error"] | undefined;
  output: string;
}

export interface StartedCommand {
  child: ChildProcess;
  result: Promise<CommandResult>;
}

const problemSchema = v.object({
  check: v.string(),
  release: v.string(),
  code: v.string(),
  file: v.optional(v.string()),
  line: v.optional(v.number()),
  problem: v.string(),
  change: v.string(),
});
const errorSchema = v.object({
  error: v.object({ code: v.string(), detail: v.string(), problems: v.optional(v.array(problemSchema)) }),
});

/** Starts the `site` command on a store as an operator does, in a process of its own: for what ends it, or runs beside another. */
export function startCommand(storeDir: string, ...verbs: string[]): StartedCommand {
  const child = spawn(
    process.execPath,
    [...nodeOptions, join(workspaceRoot, "shell/cli/commands/site.ts"), "--json", ...verbs],
    {
      cwd: workspaceRoot,
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: storeDir, USER: "tester" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const result = once(child, "close").then(() => ({ exitCode: child.exitCode, error: readError(output), output }));
  return { child, result };
}

/** Runs the `site` command to its end, in this process: its own takes a third of a second of processor time to start. */
export async function runCommand(storeDir: string, ...verbs: string[]): Promise<CommandResult> {
  const { code, out, err } = await runSiteIn(storeDir, ["--json", ...verbs], { USER: "tester" });
  const output = [out, err].filter(Boolean).join("\n");
  return { exitCode: code, error: readError(output), output };
}

/** @throws when the command refuses. */
export async function publish(storeDir: string, { name, folder }: { name: string; folder: string }): Promise<void> {
  const { exitCode, output } = await runCommand(storeDir, "publish", name, "--from", folder);
  if (exitCode !== 0) throw new Error(`publish ${name}: ${output}`);
}

/** The store as the server and the command see it, without a process. */
export function openStore(storeDir: string): Promise<ReleaseStore> {
  return openReleaseStore(toStorePlaces(storeDir), { signs: true });
}

function readError(output: string): CommandResult["error"] {
  for (const line of output.split("\n").filter((one) => one.startsWith("{"))) {
    const parsed = v.safeParse(errorSchema, JSON.parse(line));
    if (parsed.success) return parsed.output.error;
  }
  return undefined;
}

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { fetchPage } from "./fetch-page.ts";
import { type Figure, tell } from "./figures.ts";
import type { BenchResources } from "./bench-resources.ts";

/** Each takes most of a minute with both processors busy: three are enough for a median. */
const freshStarts = 3;

/** Timeout in milliseconds of a start. */
const within = 300_000;

/** The time from `npm start` in a fresh clone to the first page: installed, built, signed, published and served. */
export async function measureFreshStarts(resources: BenchResources): Promise<Figure[]> {
  const times: number[] = [];
  for (let turn = 1; turn <= freshStarts; turn += 1) {
    resources.say(`starting a fresh clone, ${turn} of ${freshStarts}`);
    times.push(await startFresh(await copySources(resources)));
  }
  return [tell("fresh clone, packages cached: until its first page", "ms", times, { goal: "45 s, better 30" })];
}

/** A folder with the files of a clone. */
async function copySources(resources: BenchResources): Promise<string> {
  const folder = await resources.folder();
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: workspaceRoot,
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(workspaceRoot, file), join(folder, file));
  }
  return folder;
}

async function startFresh(folder: string): Promise<number> {
  const port = await findFreePort();
  const began = performance.now();
  // A process group of its own, so that all its processes can be ended: the command starts others.
  const child = spawn(process.execPath, [join(folder, "scripts/run.mjs"), "start"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: String(port), SIMULATORS_PORT: "0" },
    stdio: "ignore",
    detached: true,
  });
  const ended = once(child, "close");
  try {
    for (;;) {
      const answer = await fetchPage(`http://127.0.0.1:${port}`, "/").catch(() => undefined);
      if (answer?.status === 200) return performance.now() - began;
      if (child.exitCode !== null) throw new Error("The fresh clone did not start.");
      if (performance.now() - began > within) throw new Error(`The fresh clone served nothing within ${within} ms.`);
      await sleep(50);
    }
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
}

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { toProblem } from "@site/contracts/errors";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { type Environment, parseEnvironment } from "../src/server/environment.ts";
import { readBuiltVersions } from "./built-versions.ts";
import { findStale } from "./build-packages.ts";
import { openOwnStore } from "./open-store.ts";
import { serveSite } from "./serve-site.ts";
import { workspaceRoot } from "./workspace.ts";

const run = promisify(execFile);

/** Runs the CLI in a process of its own: the bundler's memory is not the server's. */
async function site(...verbs: string[]): Promise<void> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, "site.ts"), ...verbs], { maxBuffer: 1 << 24 });
  process.stdout.write(stdout);
}

/** Builds, publishes and promotes what is new; does nothing when nothing is. */
async function release(environment: Environment): Promise<void> {
  if (findStale(packageNames).length > 0) await site("build");
  const { store } = openOwnStore(environment);
  const built = Object.entries(readBuiltVersions());
  const isFirst = (await store.current()) === undefined;
  // What is in the store already was live once; if it is no more, somebody rolled it back, and a start is no vote.
  const known = await Promise.all(built.map(([name]) => store.versions(name)));
  const changed = built.filter(([, version], index) => isFirst || !known[index]?.includes(version));
  if (changed.length === 0) return;
  await site("publish", ...changed.map(([name]) => name));
  await site("promote", ...changed.map(([name, version]) => `${name}@${version}`), "--why", "built from source at start");
}

try {
  const environment = parseEnvironment(process.env, workspaceRoot);
  await release(environment);
  const { address } = await serveSite(environment);
  console.log(`The site ${environment.siteId} is at ${address}/`);
} catch (error) {
  const stderr = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr).trim() : "";
  console.error(stderr || toProblem(error));
  process.exit(1);
}

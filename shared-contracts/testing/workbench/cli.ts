// Runs one remote alone, with a fake shell around it: the remote that is named (`npm run workbench download`) or whose folder is given,
// or else the one in whose folder it is called.
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Configure } from "../../build/configuration.ts";
import { remoteNames, toRemoteRoot } from "../../build/workspace-packages.ts";
import { toProblem } from "../../src/errors/errors.ts";
import type { BuildStatus } from "./build-status.ts";
import { isPackageName, type PackageName, shellName } from "../../src/names/package-name.ts";
import { readSites } from "./read-sites.ts";
import { startWorkbench, type Workbench } from "./server.ts";

const root = toRoot(process.argv[2]);
let running: Workbench | undefined;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void Promise.resolve(running?.close()).then(() => process.exit(0)));
}

try {
  const port = parsePort(process.env["PORT"]);
  const configure = await readConfiguration();
  const name = toRemoteName(configure);
  const workbench = await startWorkbench({ name, root, configure }, port, await readSites());
  running = workbench;
  console.log(`The workbench of remote-${name} is at ${workbench.address}/`);
  print(workbench.watch.status());
  workbench.watch.onStatus(print);
} catch (error) {
  console.error(`The workbench of ${basename(root)} does not start: ${toProblem(error)}`);
  process.exit(1);
}

/** The folder of a remote of this workspace by its name, or a folder as it is given. */
function toRoot(given: string | undefined): string {
  if (given === undefined) return process.cwd();
  return isPackageName(given) && existsSync(toRemoteRoot(given)) ? toRemoteRoot(given) : resolve(given);
}

/**
 * The remote's configuration.
 * @throws Error that names the remotes there are, for a folder without one
 */
async function readConfiguration(): Promise<Configure> {
  const file = join(root, "rspack.config.ts");
  if (!existsSync(file))
    throw new Error(`there is no remote in ${root}. Name one: npm run workbench ${remoteNames.join(" | ")}`);
  const { default: configure }: { default: Configure } = await import(file);
  return configure;
}

/** A configuration names its bundles `download/server`, `download/browser`. */
function toRemoteName(configure: Configure): PackageName {
  const name = configure({ islands: [] })[0]?.name?.split("/")[0];
  if (name !== undefined && isPackageName(name) && name !== shellName) return name;
  throw new Error("it is not a remote");
}

/** @throws Error when it is no port number. */
function parsePort(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT is ${text}, expected a number from 0 to 65535`);
}

function print(status: BuildStatus): void {
  if (status.kind === "ready") console.log(`built in ${Math.round(status.milliseconds)} ms`);
  if (status.kind !== "building") for (const { text } of status.problems) console.error(text);
}

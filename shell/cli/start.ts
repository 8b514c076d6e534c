import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { isSiteError, type SiteError } from "@site/contracts/errors";
import { toContinuityFolder } from "../src/server/continuity/state-files.ts";
import { type Environment, parseEnvironment } from "../src/server/environment.ts";
import { toSentence } from "../src/server/to-sentence.ts";
import { assertListenable } from "../src/server/http/connections/listen-at.ts";
import { readBuiltVersions } from "./workspace/built-versions.ts";
import { findStale } from "./workspace/build-packages.ts";
import { exitCodes } from "./command-line/exit-codes.ts";
import { outlastOutput } from "./command-line/outlast-output.ts";
import { openOwnStore } from "./store/open-store.ts";
import { releaseNewBuilds } from "./releases/release-new-builds.ts";
import { serveSite } from "./servers/serve-site.ts";
import { keepServedAddress } from "./servers/served-address.ts";
import { workspaceRoot } from "./workspace/workspace.ts";

/** A verb of the command that failed, and printed the reason. */
class VerbError extends Error {}

/**
 * Runs the CLI in a process of its own, so that the server does not keep the bundler's memory.
 * @returns false when another operator or server moved the channel first
 */
async function site(...words: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, "commands/site.ts"), ...words], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "close");
  if (child.exitCode === exitCodes.conflict.code) return false;
  if (child.exitCode !== exitCodes.done.code) throw new VerbError(`site ${words[0]} failed; the site is not started.`);
  return true;
}

/** Builds, publishes and promotes new releases, if there are any. */
async function release(environment: Environment): Promise<void> {
  const { store } = await openOwnStore(environment);
  if (findStale(packageNames).length > 0) await site("build");
  const builds = Object.entries(readBuiltVersions()).map(([name, version]) => ({ name, version }));
  await releaseNewBuilds(store, builds, {
    // The store follows the sources, whose packages change together: removals need no announcement.
    publish: async (fresh) => void (await site("publish", "--takes-removals", ...fresh.map(({ name }) => name))),
    promote: (fresh) =>
      site("promote", ...fresh.map(({ name, version }) => `${name}@${version}`), "--why", "built from source at start"),
    tellHeld: (held) =>
      console.error(
        `Published and not promoted, because the channel is frozen, or they are pinned or in a canary: ${held.map(({ name }) => name).join(", ")}`,
      ),
  });
}

/** Returns the error instead of throwing when the store cannot be opened: the server may still have the pages of an earlier start. */
async function tryToRelease(environment: Environment): Promise<SiteError | undefined> {
  try {
    await release(environment);
    return undefined;
  } catch (error) {
    if (isSiteError(error)) return error;
    throw error;
  }
}

/** Whether there may be pages of an earlier start, from a store that is missing now. */
function mayRemember({ places: { stateDir }, siteId }: Environment): boolean {
  return existsSync(toContinuityFolder(stateDir, siteId));
}

/** @param consoleAddress the address at which operators and testers sign in */
const toNextSteps = (consoleAddress: string): string => `
Next, in another terminal:
  npm run dev                        shows what you save in the open page (end this server first)
  npm run site -- status             what is live, since when, by whom and why
  npm run site -- preview content    a link that shows a published candidate to testers who sign in
  npm run site -- tokens make operator --owner me
                                     a token, to sign in at the console: ${consoleAddress}
  npm test                           every check; npm run checks for the quick ones`;

/** The console's address: at its own host name if it has one, on the port of the site. */
function toConsoleAddress(address: string, consoleHost: string | undefined): string {
  const url = new URL("/-/console", address);
  if (consoleHost !== undefined) url.hostname = consoleHost;
  return url.href;
}

outlastOutput(process);
try {
  const environment = parseEnvironment(process.env, workspaceRoot);
  const { host, port, socket } = environment;
  if (socket === undefined) await assertListenable({ host, port, variable: "PORT" });
  const problem = await tryToRelease(environment);
  if (problem && isSiteError(problem, "STORE_NOT_FOUND") && !mayRemember(environment)) throw problem;
  const { address, metricsAddress } = await serveSite(environment).catch((error: unknown) => {
    throw problem ?? error;
  });
  if (problem) console.error(`${toSentence(problem)} The site is served with the pages from before this start.`);
  if (metricsAddress !== undefined) console.log(`Its metrics are at ${metricsAddress}`);
  await keepServedAddress(environment, address);
  console.log(`The site ${environment.siteId} is at ${address}/`);
  console.log(toNextSteps(toConsoleAddress(address, environment.consoleHost)));
} catch (error) {
  console.error(toSentence(error));
  process.exit(1);
}

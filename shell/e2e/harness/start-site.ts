import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { toLocalePrefix } from "@site/contracts/locale/locale";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { siteConfigs } from "../../sites/sites.ts";
import { findFreePort } from "./free-port.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { pagesOfEachKind } from "./pages-of-each-kind.ts";
import { copyStore, removeStore, type StoreVariant } from "./template-store.ts";
import { waitUntil } from "./wait-until.ts";

export type SiteId = keyof typeof siteConfigs;

/** A site without a locale prefix in its paths, and one with a prefix in all of them. */
export const siteIds: readonly SiteId[] = ["GGPPH", "GGPCOM"];

/** One line of the server's log. */
export type LogEntry = Record<string, unknown>;

/** A process of the server and its output. */
export interface ServerProcess {
  child: ChildProcess;
  /** Everything it wrote, to both streams. */
  output(): string;
  log(): LogEntry[];
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

/** The address of a site. */
export interface SiteAddress {
  id: SiteId;
  /** Such as `http://localhost:40123`. */
  origin: string;
  port: number;
  /** `""` or `/en`. */
  prefix: string;
}

export interface RunningSite extends ServerProcess, SiteAddress {
  storeDir: string;
  /** When its process was started, in milliseconds since 1970. */
  startedAt: number;
  /** The server's metrics in Prometheus's format. @throws when its environment has no `METRICS_PORT` */
  readMetrics(): Promise<string>;
  /** @throws when the server does not end with exit code 0. */
  stop(): Promise<void>;
}

/** Starts the operators' command, with an environment and options of Node of its own, without waiting. */
export function spawnServer(env: Record<string, string>, options: readonly string[] = []): ServerProcess {
  const child = spawn(process.execPath, [...nodeOptions, ...options, join(workspaceRoot, "shell/cli/start.ts")], {
    cwd: workspaceRoot,
    env: { PATH: process.env["PATH"], LOG_LEVEL: "info", NODE_COMPILE_CACHE: codeCache, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "close").then(() => child.exitCode);
  return {
    child,
    ended,
    output: () => output,
    log: () =>
      output.split("\n").flatMap((line) => (line.startsWith("{") && line.endsWith("}") ? [parseEntry(line)] : [])),
  };
}

function parseEntry(line: string): LogEntry {
  const value: LogEntry = JSON.parse(line);
  return value;
}

export interface StartOptions {
  /** A store that stays; by default the site gets its own, which is removed with it. */
  storeDir?: string;
  /** Changes the store before the start. */
  prepare?(storeDir: string): Promise<void>;
  env?: Record<string, string>;
  /** Further options of Node for the server's process. */
  nodeOptions?: readonly string[];
}

/**
 * A copy of a store on which a server of the site was started once: another server begins with its pages and pictures, if their inputs are the same,
 * and composes and draws only the others.
 */
export function copyStartedStore(id: SiteId): Promise<string> {
  return copyStore(toStarted(id));
}

/** Sites have most pictures in common. */
function toStarted(id: SiteId): StoreVariant {
  const [first = id] = siteIds;
  return {
    name: id.toLowerCase(),
    drawnAs: id === first ? undefined : toStarted(first),
    async prepare(storeDir) {
      const site = await startSite(id, { storeDir });
      await drawPictures(site);
      await site.stop();
    },
  };
}

/** Requests every picture of a page of each kind, in all of its sizes: they are drawn now, and then by no copy. */
async function drawPictures({ origin, prefix }: SiteAddress): Promise<void> {
  const pages = await Promise.all(
    pagesOfEachKind.map(async (path) => (await fetch(`${origin}${prefix}${path}`)).text()),
  );
  const addresses = new Set(pages.join("\n").match(/\/_image\/[^\s",]+/g));
  // In sequence: more concurrent requests than the drawing process's queue accepts would be refused.
  for (const address of addresses) await (await fetch(`${origin}${address}`)).arrayBuffer();
}

/**
 * Starts a site on a free port and waits until it prints its address. Without `SIMULATORS` it has no third parties, and without `WORK_AHEAD` it draws
 * a picture at its first request and leaves pages at their first size. No document is measured.
 */
export async function startSite(id: SiteId, options: StartOptions = {}): Promise<RunningSite> {
  const storeDir = options.storeDir ?? (await copyStartedStore(id));
  await options.prepare?.(storeDir);
  const port = await findFreePort();
  const startedAt = Date.now();
  const server = spawnServer(
    {
      SIMULATORS: "0",
      SIMULATORS_PORT: "0",
      WORK_AHEAD: "0",
      MEASURE_PERCENT: "0",
      ...options.env,
      PORT: String(port),
      SITE: id,
      STORE_DIR: storeDir,
    },
    options.nodeOptions,
  );
  const early = server.ended.then((code) => {
    throw new Error(`The site ended with ${code}:\n${server.output()}`);
  });
  early.catch(() => undefined);
  await Promise.race([
    early,
    waitUntil(() => / is at http/.test(server.output()), { what: "the site's address", within: 150_000 }),
  ]);
  const config = siteConfigs[id];
  return {
    ...server,
    id,
    port,
    storeDir,
    startedAt,
    origin: `http://localhost:${port}`,
    prefix: toLocalePrefix(config, config.defaultLocale),
    async readMetrics() {
      const address = /^Its metrics are at (\S+)$/m.exec(server.output())?.[1];
      return (await fetch(address ?? "")).text();
    },
    async stop() {
      server.child.kill("SIGTERM");
      const code = await server.ended;
      if (options.storeDir === undefined) await removeStore(storeDir);
      if (code !== 0) throw new Error(`The site ended with ${code}:\n${server.output()}`);
    },
  };
}

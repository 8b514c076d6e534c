import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ambassadorsSchema } from "@site/contracts/documents/ambassador";
import { lowMemoryOptions, serverMemoryEnvironment } from "@site/contracts/confine/low-memory";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import * as v from "valibot";
import { copyStore } from "../../e2e/harness/template-store.ts";
import { routes } from "../../src/layout/routes.ts";
import { siteConfigs } from "../../sites/sites.ts";
import { fetchPage } from "./fetch-page.ts";
import { toSmallest } from "./floor.ts";
import { type Started, startNode, waitForOutput } from "./processes.ts";
import { waitForQuiet } from "./wait-for-quiet.ts";
import type { BenchResources } from "./bench-resources.ts";

/** The server as in production: one process, a store of its own, without builds. */
export interface ServedSite extends Started {
  origin: string;
  storeDir: string;
}

/** The site that is measured. */
export const siteId = "GGPPH";

/** A store of the bench's own: a copy of the given one, or one with all built packages live. */
export async function openStore(resources: BenchResources): Promise<string> {
  const folder = await resources.folder();
  const from = dirname(resources.store ?? (await copyStore()));
  await cp(from, folder, { recursive: true });
  return join(folder, "store");
}

export interface ServeOptions {
  storeDir?: string;
  /** Whether the third parties are simulated. */
  simulators?: boolean;
  /** Further variables of the server's environment. */
  env?: Record<string, string>;
  /** Timeout in milliseconds of its start. */
  within?: number;
}

/** Serves a store. Changes of the sources while a bench runs have no effect. */
export async function serveSite(
  resources: BenchResources,
  { storeDir, simulators = false, env = {}, within }: ServeOptions = {},
): Promise<ServedSite> {
  const store = storeDir ?? (await openStore(resources));
  const started = startNode(
    resources,
    join(import.meta.dirname, "../serve-store.ts"),
    [],
    {
      ...serverMemoryEnvironment,
      NODE_ENV: "production",
      PORT: "0",
      SITE: siteId,
      STORE_DIR: store,
      LOG_LEVEL: "info",
      SIMULATORS: simulators ? "1" : "0",
      ...env,
    },
    lowMemoryOptions,
  );
  const [, port] = await waitForOutput(started, /ready at http:\/\/localhost:(\d+)/, within);
  return { ...started, origin: `http://127.0.0.1:${port}`, storeDir: store };
}

/** Every page of the site, as paths. */
export async function listPaths(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/brand-ambassador`);
  const { ambassadors } = v.parse(ambassadorsSchema, await response.json());
  const config = siteConfigs[siteId];
  return routes.flatMap((route) => {
    const paths = route.parameter ? ambassadors.map(({ slug }) => route.path.replace(":slug", slug)) : [route.path];
    return paths.map((path) => toLocalizedPath(config, config.defaultLocale, path));
  });
}

/** The factor to our own best compression that a page may have, because the server may use other parameters. */
const closeEnough = 1.01;

/** Milliseconds after which a server has begun to draw pictures ahead: it waits five seconds for another set. */
const calmMs = 6500;

/** Waits until pages have the best compression and all pictures are drawn, which happens in the background after a start. */
export async function waitUntilSmallest(
  resources: BenchResources,
  { origin, pid }: ServedSite,
  within = 180_000,
): Promise<void> {
  resources.say("waiting for the best compression of every page");
  const end = performance.now() + within;
  for (const path of await listPaths(origin)) {
    const wanted = (await toSmallest((await fetchPage(origin, path, {})).body)).length * closeEnough;
    while ((await fetchPage(origin, path)).body.length > wanted) {
      if (performance.now() > end)
        return resources.say(`${path} did not get as small as it could be; it is measured as it is`);
      await sleep(250);
    }
  }
  resources.say("waiting until all pictures are drawn");
  await sleep(calmMs);
  await waitForQuiet(pid);
}

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { TestProject } from "vitest/node";
import { siteConfigs } from "../../sites/sites.ts";
import { startPlacedSite } from "../geography/placed-site.ts";
import { type RunningSite, type SiteId, startSite } from "./start-site.ts";
import { prepareStores } from "./template-store.ts";

/** The address at which a test file requests a shared site: `GET /GGPPH/placed/all` responds with the site's address. */
declare module "vitest" {
  export interface ProvidedContext {
    sharedSitesOrigin: string;
  }
}

const starts = {
  /** As an operator starts it. */
  plain: (id: SiteId) => startSite(id),
  /** Behind Cloudflare, as which this machine counts, under rules with a country of each kind. */
  placed: (id: SiteId) => startPlacedSite(id),
  /** Behind Cloudflare, with simulators in place of all third parties. */
  simulated: (id: SiteId) =>
    startSite(id, { env: { SIMULATORS: "1", SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1" } }),
};

export type SharedKind = keyof typeof starts;

/** The sites that were requested, by the path of the request. */
const sites = new Map<string, Promise<RunningSite>>();
let server: Server | undefined;

/** Runs once before all test files. A site starts when the first file requests it. */
export async function setup({ provide }: TestProject): Promise<void> {
  await prepareStores();
  server = createServer((request, response) => {
    const { url = "" } = request;
    const [, asked, askedKind] = url.split("/");
    const id = Object.keys(siteConfigs).find((one): one is SiteId => one === asked);
    const kind = Object.keys(starts).find((one): one is SharedKind => one === askedKind);
    if (!id || !kind) return void response.writeHead(404).end();
    const starting = sites.get(url) ?? starts[kind](id);
    sites.set(url, starting);
    starting.then(
      ({ origin, port, prefix, storeDir, output }) =>
        response.end(JSON.stringify({ id, origin, port, prefix, storeDir, output: output() })),
      (error: unknown) => {
        // The next file retries.
        sites.delete(url);
        response.writeHead(500).end(String(error));
      },
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sites' server has no port.");
  provide("sharedSitesOrigin", `http://127.0.0.1:${address.port}`);
}

/** Runs once after all test files. @throws when a site does not end with exit code 0 */
export async function teardown(): Promise<void> {
  server?.close();
  const running = await Promise.allSettled(sites.values());
  await Promise.all(running.map((one) => (one.status === "fulfilled" ? one.value.stop() : undefined)));
}

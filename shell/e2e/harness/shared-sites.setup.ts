import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { TestProject } from "vitest/node";
import { siteConfigs } from "../../sites/sites.ts";
import { type RunningSite, type SiteId, startSite } from "./start-site.ts";
import { prepareStores } from "./template-store.ts";

/** The address at which a test file requests a shared site: `GET /GGPPH` responds with the site's address. */
declare module "vitest" {
  export interface ProvidedContext {
    sharedSitesOrigin: string;
  }
}

const sites = new Map<SiteId, Promise<RunningSite>>();
let server: Server | undefined;

/** Runs once before all test files. A site starts when the first file requests it. */
export async function setup({ provide }: TestProject): Promise<void> {
  await prepareStores();
  server = createServer((request, response) => {
    const id = Object.keys(siteConfigs).find((one): one is SiteId => `/${one}` === request.url);
    if (!id) return void response.writeHead(404).end();
    const starting = sites.get(id) ?? startSite(id);
    sites.set(id, starting);
    starting.then(
      ({ origin, port, prefix, storeDir }) => response.end(JSON.stringify({ id, origin, port, prefix, storeDir })),
      (error: unknown) => {
        // The next file retries.
        sites.delete(id);
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

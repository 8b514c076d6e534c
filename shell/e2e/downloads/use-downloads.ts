import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type FixtureService, startFixtureService } from "../../src/server/downloads/fixture-service.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { type RunningSite, type SiteId, startSite } from "../harness/start-site.ts";

/** A site behind an edge that says where visitors are, with a download service, and a browser. */
export interface Downloads {
  site(): RunningSite;
  service(): FixtureService;
  /** Asks the server as a client would that follows no redirect. */
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Opens a page of the site, without its locale prefix. `use` sees it, and it is closed after. */
  look(path: string, options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
}

/** Starts all of it before the tests of a file, and ends it after. The edge is Cloudflare, and this machine is trusted. */
export function useDownloads(id: SiteId = "GGPPH"): Downloads {
  let service: FixtureService | undefined;
  let site: RunningSite | undefined;
  let browser: OpenBrowser | undefined;
  beforeAll(async () => {
    service = await startFixtureService();
    site = await startSite(id, { env: { SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1", DOWNLOAD_SERVICE_URL: service.url } });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await service?.close();
  });
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error(`The site ${id} did not start.`);
    return value;
  };
  return {
    site: () => required(site),
    service: () => required(service),
    ask: (path, headers = {}) => fetch(`${required(site).origin}${path}`, { redirect: "manual", headers }),
    async look(path, options, use) {
      browser ??= await openBrowser();
      const visit = await browser.visit(options);
      try {
        await visit.page.goto(`${required(site).origin}${required(site).prefix}${path}`);
        await use(visit);
      } finally {
        await visit.close();
      }
    },
  };
}

/** Headers of a visitor from a country, as the edge writes them. */
export const from = (country: string, region?: string): Record<string, string> => ({ "cf-ipcountry": country, ...(region !== undefined && { "cf-region-code": region }) });

/**
 * Lets the server answer downloads and keeps the page where it is, as a file does that arrives. Gives where each led, such as
 * `302 https://download.ggp.example/windows/ggp/en/`.
 */
export async function watchInstallers(page: Page): Promise<readonly string[]> {
  const led: string[] = [];
  await page.context().route("**/download/installer/**", async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    await route.fulfill(answer.status() === 302 ? { status: 204 } : { response: answer });
    led.push(`${answer.status()} ${answer.headers()["location"] ?? ""}`.trim());
  });
  return led;
}

import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type FixtureService, startFixtureService } from "../../src/server/testing/fixture-download-service.ts";
import { type RunningSite, type SiteId, type StartOptions, startSite } from "../harness/start-site.ts";
import type { Visit } from "../harness/open-browser.ts";
import { type SiteInUse, useOwnSite } from "../harness/use-site.ts";

/** A site behind an edge that says where visitors are, with a download service, and a browser. */
export interface Downloads extends Pick<SiteInUse<RunningSite>, "site" | "look" | "visit"> {
  service(): FixtureService;
  /** Opens a browser profile with an empty page. `use` goes where it wants with it, and it is closed after. */
  begin(options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
  /** Asks the server as a client would that follows no redirect. */
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** Starts all of it before the tests of a file, and ends it after. `prepare` sees the store before the start. The edge is Cloudflare, and this machine is trusted. */
export function useDownloads(id: SiteId = "GGPPH", prepare?: StartOptions["prepare"]): Downloads {
  const held: { service?: FixtureService } = {};
  beforeAll(async () => {
    held.service = await startFixtureService();
  });
  const service = (): FixtureService => {
    if (!held.service) throw new Error("The download service did not start.");
    return held.service;
  };
  const { site, look, visit } = useOwnSite(() =>
    startSite(id, {
      ...(prepare && { prepare }),
      env: {
        METRICS_PORT: "0",
        SITE_EDGE: "cloudflare",
        TRUSTED_PROXIES: "127.0.0.1",
        DOWNLOAD_SERVICE_URL: service().url,
      },
    }),
  );
  afterAll(() => held.service?.close());
  return {
    site,
    look,
    visit,
    service,
    async begin(options, use) {
      const visited = await visit(options);
      await use(visited);
      await visited.close();
    },
    ask: (path, headers = {}) => fetch(`${site().origin}${path}`, { redirect: "manual", headers }),
  };
}

/** Headers of a visitor from a country, as the edge writes them. */
export const from = (country: string, region?: string): Record<string, string> => ({
  "cf-ipcountry": country,
  ...(region !== undefined && { "cf-region-code": region }),
});

/**
 * Lets the server answer downloads and keeps the page where it is, as a file does that arrives. Gives where each led, such as
 * `302 https://download.ggp.example/windows/ggp/en/`.
 */
export async function watchInstallers(page: Page): Promise<readonly string[]> {
  const led: string[] = [];
  await page.context().route("**/download/installer/**", async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    // Noted before the page hears of it, which shows what the tests wait for.
    led.push(`${answer.status()} ${answer.headers()["location"] ?? ""}`.trim());
    await route.fulfill(answer.status() === 302 ? { status: 204 } : { response: answer });
  });
  return led;
}

import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type FixtureService, startFixtureService } from "../../src/server/testing/fixture-download-service.ts";
import type { Visit } from "../harness/open-browser.ts";
import type { SharedSite } from "../harness/shared-site.ts";
import { type RunningSite, type SiteAddress, startSite } from "../harness/start-site.ts";
import { type SiteInUse, useOwnSite, useSite } from "../harness/use-site.ts";

/** A site behind an edge that says where visitors are, and a browser. The edge is Cloudflare, and this machine is trusted. */
export interface Downloads<T extends SiteAddress = SiteAddress> extends Pick<SiteInUse<T>, "site" | "look" | "visit"> {
  /** Opens a browser profile with an empty page. `use` goes where it wants with it, and it is closed after. */
  begin(options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
  /** Asks the server as a client would that follows no redirect. */
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** A site of the file's own, with a download service. */
export interface ServedDownloads extends Downloads<RunningSite> {
  service(): FixtureService;
}

/** The shared site of rules for regions, which has no download service: the table of links stands in for it. */
export function useDownloads(): Downloads<SharedSite> {
  return toDownloads(useSite("GGPPH", { kind: "placed" }));
}

/** Starts a site with a download service before the tests of a file, and ends it after. */
export function useServedDownloads(): ServedDownloads {
  const held: { service?: FixtureService } = {};
  beforeAll(async () => {
    held.service = await startFixtureService();
  });
  const service = (): FixtureService => {
    if (!held.service) throw new Error("The download service did not start.");
    return held.service;
  };
  const used = useOwnSite(() =>
    startSite("GGPPH", {
      env: {
        METRICS_PORT: "0",
        SITE_EDGE: "cloudflare",
        TRUSTED_PROXIES: "127.0.0.1",
        DOWNLOAD_SERVICE_URL: service().url,
      },
    }),
  );
  afterAll(() => held.service?.close());
  return { ...toDownloads(used), service };
}

function toDownloads<T extends SiteAddress>({ site, visit: open }: SiteInUse<T>): Downloads<T> {
  // Headers that say where a visitor is are the page's: with the profile's, every request goes through the driver.
  const visit = async ({ extraHTTPHeaders, ...options }: BrowserContextOptions = {}): Promise<Visit> => {
    const visited = await open(options);
    if (extraHTTPHeaders) await visited.page.setExtraHTTPHeaders(extraHTTPHeaders);
    return visited;
  };
  const begin: Downloads["begin"] = async (options, use) => {
    const visited = await visit(options);
    await use(visited);
    await visited.close();
  };
  return {
    site,
    visit,
    begin,
    look: (path, options, use) =>
      begin(options, async (visited) => {
        await visited.page.goto(`${site().origin}${site().prefix}${path}`);
        await use(visited);
      }),
    ask: (path, headers = {}) => fetch(`${site().origin}${path}`, { redirect: "manual", headers }),
  };
}

/** Headers of a visitor from a country, as the edge writes them. */
export const from = (country: string, region?: string): Record<string, string> => ({
  "cf-ipcountry": country,
  ...(region !== undefined && { "cf-region-code": region }),
});

/** Where the downloads of each page that is watched led. */
const watched = new WeakMap<Page, string[]>();

/**
 * Lets the server answer downloads and keeps the page where it is, as a file does that arrives. Gives where each led from now on, such as
 * `302 https://download.ggp.example/windows/ggp/en/`. Only requests to such an address are intercepted: a route of the driver would intercept all of the page.
 */
export async function watchInstallers(page: Page): Promise<readonly string[]> {
  const before = watched.get(page);
  if (before) {
    before.length = 0;
    return before;
  }
  const led: string[] = [];
  watched.set(page, led);
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId, request }) => {
    const answer = await fetch(request.url, { redirect: "manual", headers: request.headers });
    // Noted before the page hears of it, which shows what the tests wait for.
    led.push(`${answer.status} ${answer.headers.get("location") ?? ""}`.trim());
    // The page may have been left meanwhile.
    await (
      answer.status === 302
        ? session.send("Fetch.fulfillRequest", { requestId, responseCode: 204 })
        : session.send("Fetch.continueRequest", { requestId })
    ).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/download/installer/*" }] });
  return led;
}

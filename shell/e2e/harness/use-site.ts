import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "./open-browser.ts";
import { type RunningSite, type SiteId, startSite } from "./start-site.ts";

/** One site and a browser for the tests of a file, or of a `describe`. */
export interface SiteInUse {
  site(): RunningSite;
  browser(): OpenBrowser;
  /** Opens a page in a browser profile of its own, 1440 by 900 unless told otherwise. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** Opens a page of the site, without its locale prefix. `use` sees it, and it is closed after. */
  look(path: string, options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
}

/** Starts a site with a browser before the tests, and ends both after. */
export function useSite(start: SiteId | (() => Promise<RunningSite>)): SiteInUse {
  let started: RunningSite | undefined;
  let opened: OpenBrowser | undefined;
  beforeAll(async () => {
    [started, opened] = await Promise.all([typeof start === "string" ? startSite(start) : start(), openBrowser()]);
  });
  afterAll(async () => {
    await opened?.close();
    await started?.stop();
  });
  const site = (): RunningSite => required(started);
  const browser = (): OpenBrowser => required(opened);
  return {
    site,
    browser,
    visit: (options) => browser().visit(options),
    async look(path, options, use) {
      const visit = await browser().visit(options);
      await visit.page.goto(`${site().origin}${site().prefix}${path}`);
      await use(visit);
      await visit.close();
    },
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It did not start.");
  return value;
}

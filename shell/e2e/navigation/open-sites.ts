import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { type RunningSite, type SiteId, startSite } from "../harness/start-site.ts";

/** One site and a browser for the tests of a file. */
export interface SiteInUse {
  site(): RunningSite;
  /** Opens a page of the site, without its locale prefix. `use` sees it, and it is closed after. */
  look(path: string, options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
}

/** Starts a site with a browser before the tests of a file, and ends both after. */
export function useSite(id: SiteId): SiteInUse {
  let site: RunningSite | undefined;
  let browser: OpenBrowser | undefined;
  beforeAll(async () => {
    site = await startSite(id);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });
  const required = (): RunningSite => {
    if (!site) throw new Error(`The site ${id} did not start.`);
    return site;
  };
  return {
    site: required,
    async look(path, options, use) {
      const visit = await browser?.visit(options);
      if (!visit) throw new Error("The browser did not start.");
      try {
        await visit.page.goto(`${required().origin}${required().prefix}${path}`);
        await use(visit);
      } finally {
        await visit.close();
      }
    },
  };
}

export const phone = { viewport: { width: 390, height: 844 } };
export const desk = { viewport: { width: 1440, height: 900 } };

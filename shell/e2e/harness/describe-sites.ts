import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll, describe } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "./open-browser.ts";
import { type RunningSite, siteIds, startSite } from "./start-site.ts";

/** What the promises of a file are checked on. */
export interface SiteUnderTest {
  site(): RunningSite;
  /** Opens a page in a browser profile of its own, 1440 by 900 unless told otherwise. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
}

/** Runs the same promises on both sites. Each is started once for them, with a browser. */
export function describeSites(promises: (underTest: SiteUnderTest) => void): void {
  describe.each(siteIds)("on the site %s", (id) => {
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
    const required = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error(`The site ${id} did not start.`);
      return value;
    };
    promises({ site: () => required(site), visit: (options) => required(browser).visit(options) });
  });
}

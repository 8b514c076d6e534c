import type { SiteConfig } from "@site/contracts/site/site-config";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type OpenBrowser, openBrowser } from "../harness/open-browser.ts";
import { startVendorSite, type VendorSite } from "./vendor-site.ts";

/**
 * A site with a consent tool and tags, and a browser, for the tests of a file. Before each test both third parties behave well and have
 * forgotten what they were told.
 */
export function useVendorSite(change?: (site: SiteConfig) => SiteConfig): {
  site(): VendorSite;
  browser(): OpenBrowser;
} {
  const browser = openBrowser();
  let site: VendorSite;
  beforeAll(async () => {
    site = await startVendorSite(change);
  });
  afterAll(async () => {
    await browser.close();
    await site?.close();
  });
  beforeEach(() => site.reset());
  return { site: () => site, browser: () => browser };
}

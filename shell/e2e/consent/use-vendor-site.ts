import type { SiteConfig } from "@site/contracts/site/site-config";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { recordTimeouts } from "../harness/expire-timeouts.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { type Arrival, useArrivals } from "../harness/use-arrivals.ts";
import { findVendorSite, type OwnVendorSite, startVendorSite, type VendorSite } from "./vendor-site.ts";
import { placeVisitor } from "./place-visitor.ts";
import { plainPage } from "./vendor-visit.ts";

/** A site with a consent tool and tags, and a browser. */
interface VendorSiteInUse {
  site(): VendorSite;
  browser(): OpenBrowser;
}

/**
 * A site with a consent tool and tags, and a browser, for the tests of a file. Before each test both third parties behave well and have
 * forgotten what they were told.
 * @param change changes the site's configuration: then the site is one of the file's own
 */
export function useVendorSite(change?: (site: SiteConfig) => SiteConfig): VendorSiteInUse {
  const browser = openBrowser();
  let own: OwnVendorSite | undefined;
  let found: VendorSite | undefined;
  const site = (): VendorSite => {
    if (!found) throw new Error("The site did not start.");
    return found;
  };
  beforeAll(async () => {
    if (change) own = await startVendorSite(change);
    found = own ?? (await findVendorSite());
  });
  afterAll(async () => {
    await browser.close();
    await own?.close();
  });
  beforeEach(() => site().reset());
  return { site, browser: () => browser };
}

/** What differs of a visit from others, and where it begins. */
interface VendorArrival extends Pick<Arrival, "prepare"> {
  /** By default a page that costs the browser little, and asks for no picture of its own. */
  path?: string;
}

/** A phone's window, which costs the browser less than a desk's. */
const viewport = { width: 390, height: 844 };

/** Opens a page as a visitor in a country; without one, the country is unknown. Its core, which runs the head script, is fetched at once. */
type ArriveFrom = (country: string | undefined, arrival?: VendorArrival) => Promise<Visit>;

/**
 * One browser profile for tests that follow each other, in each of which a visitor arrives who was never here.
 * @param recordsTimeouts whether `passVendorLimit` may end the timeouts of the page
 */
export function useVisitors({ site, browser }: VendorSiteInUse, { recordsTimeouts = false } = {}): ArriveFrom {
  const arrive = useArrivals(site, async () => {
    const visit = await browser().visit({ viewport });
    if (recordsTimeouts) await recordTimeouts(visit.page);
    return visit;
  });
  return async (country, { path = plainPage, prepare } = {}) => {
    const visit = await arrive(path, {
      viewport,
      async prepare(page) {
        await Promise.all([site().forget(), placeVisitor(page, site(), country)]);
        await prepare?.(page);
      },
    });
    await hurryCore(visit.page);
    return visit;
  };
}

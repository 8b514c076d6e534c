import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type BrowserNeeds, type OpenBrowser, openBrowser, type Visit } from "./open-browser.ts";
import { findSharedSite } from "./shared-site.ts";
import type { RunningSite, SiteAddress, SiteId } from "./start-site.ts";
import { removeStore } from "./template-store.ts";

/** One site and a browser for the tests of a file, or of a `describe`. */
export interface SiteInUse<T extends SiteAddress = SiteAddress> {
  site(): T;
  browser(): OpenBrowser;
  /** Opens a page in a browser profile of its own, by default 1440 by 900. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** Opens a page of the site, without its locale prefix, runs `use` with it, and closes it. */
  look(path: string, options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
}

/** Opens a browser on the shared site before the tests, and closes it after. */
export function useSite(id: SiteId, needs: BrowserNeeds = {}): SiteInUse {
  return use(() => findSharedSite(id), needs);
}

/** Starts a site of the tests' own with a browser before the tests; afterwards it ends both, and then removes the site's store. */
export function useOwnSite(start: () => Promise<RunningSite>, needs: BrowserNeeds = {}): SiteInUse<RunningSite> {
  let started: RunningSite | undefined;
  const used = use(async () => (started = await start()), needs);
  afterAll(async () => {
    await started?.stop();
    // Only now, because a running server writes its state beside the store.
    if (started) await removeStore(started.storeDir);
  });
  return used;
}

function use<T extends SiteAddress>(find: () => Promise<T>, needs: BrowserNeeds = {}): SiteInUse<T> {
  const browser = openBrowser(needs);
  let found: T | undefined;
  beforeAll(async () => {
    found = await find();
  });
  afterAll(() => browser.close());
  const site = (): T => required(found);
  return {
    site,
    browser: () => browser,
    visit: browser.visit,
    async look(path, options, see) {
      const visit = await browser.visit(options);
      await visit.page.goto(`${site().origin}${site().prefix}${path}`);
      await see(visit);
      await visit.close();
    },
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It did not start.");
  return value;
}

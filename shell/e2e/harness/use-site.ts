import type { BrowserContextOptions, ViewportSize } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { type BrowserNeeds, type OpenBrowser, openBrowser, type Visit } from "./open-browser.ts";
import { resetSimulators } from "../chat/simulated-chat.ts";
import { findSharedSite, type SharedSite } from "./shared-site.ts";
import type { SharedKind } from "./shared-sites.setup.ts";
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
  /** Opens a window for several tests, which begin one after the other with a page in it. */
  share(options: BrowserContextOptions & { viewport: ViewportSize }): SharedLook;
}

/** A window that stays open: what it remembers of earlier documents, such as their messages, is not told. */
export type SharedVisit = Pick<Visit, "page" | "events" | "violations">;

/**
 * Shows a page of the site, without its locale prefix, in the shared window: in its first size, with the pointer outside of it, without cookies and storage of the
 * test before. A new profile with its tab takes twice the processor time of the page itself. It is for tests that announce no breach, and that change nothing of
 * the window but its size.
 */
export type SharedLook = (path: string, use: (visit: SharedVisit) => Promise<void>) => Promise<void>;

/** Opens a browser on a shared site before the tests, and closes it after. The simulators of a site that has some behave well when the tests begin. */
export function useSite(
  id: SiteId,
  { kind = "plain", ...needs }: BrowserNeeds & { kind?: SharedKind } = {},
): SiteInUse<SharedSite> {
  return use(async () => {
    const site = await findSharedSite(id, kind);
    await resetSimulators(site);
    return site;
  }, needs);
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
    share(options) {
      let shared: Visit | undefined;
      beforeAll(async () => {
        shared = await browser.visit(options);
      });
      return async (path, see) => {
        const { page, events, violations } = required(shared);
        await page.mouse.move(-1, -1);
        await page.context().clearCookies();
        if (page.url() !== "about:blank") await page.evaluate(clearStorage);
        await page.setViewportSize(options.viewport);
        await page.goto(`${site().origin}${site().prefix}${path}`);
        await see({ page, events, violations });
      };
    },
  };
}

/** Runs in the page. */
function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It did not start.");
  return value;
}

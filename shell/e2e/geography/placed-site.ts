import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Locator, Page } from "playwright";
import type { GeoRules } from "@site/contracts/visitor/country-rule";
import type { OpenBrowser, Visit } from "../harness/open-browser.ts";
import { type RunningSite, type SiteId, startSite } from "../harness/start-site.ts";

declare global {
  interface Window {
    /** The notices a document opened, each with the path it was opened on. */
    notices: string[];
    /** Whether the document said that no notice is due, or that the one that was is closed. */
    isRegionSettled: boolean;
  }
}

/** What a browser of a person calls itself. The one of the tests says that it has no head, which counts as a crawler. */
export const personAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** What each notice is called. */
export const noticeTitles = {
  warning: "Real money gambling is not offered in your country",
  ontario: "It looks like you are in Ontario",
  mainSite: "Your country has a site of its own",
};

/** The notice of a kind on a page. */
export const notice = (page: Page, kind: keyof typeof noticeTitles): Locator =>
  page.getByRole("dialog", { name: noticeTitles[kind] });

/** Rules with a country of each kind, and one range of visitors that are under none. */
export const rules: GeoRules = {
  rules: {
    AU: { ruleType: "WARNING" },
    US: { ruleType: "BLOCKED" },
    KP: { ruleType: "DENIED" },
    "CA-ON": { ruleType: "WARNING" },
  },
  whitelist: ["203.0.113.0/24"],
};

/** Where an operator puts rules of their own. */
export async function writeRules(storeDir: string, id: SiteId, document: string): Promise<void> {
  const folder = join(storeDir, "data", id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "geo-rules.json"), document);
}

/** Starts a site behind Cloudflare, as which this machine counts, under {@link rules}. */
export function startPlacedSite(id: SiteId = "GGPPH", env: Record<string, string> = {}): Promise<RunningSite> {
  return startSite(id, {
    prepare: (storeDir) => writeRules(storeDir, id, JSON.stringify(rules)),
    env: { SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1", ...env },
  });
}

/** The headers of a visitor in a country, and in a region of it: `CA-ON`. */
export function from(place: string): Record<string, string> {
  const [country = "", region] = place.split("-");
  return { "cf-ipcountry": country, ...(region !== undefined && { "cf-region-code": region }) };
}

/**
 * A visit from a place, whose documents remember the notices they opened. Nothing is open yet.
 * @param place undefined where each arrival says it (`useArrivals`). Its headers are the page's, and not the profile's: requests do not go through the driver then
 */
export async function visitFrom(
  browser: Pick<OpenBrowser, "visit">,
  place: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const { extraHTTPHeaders, ...others } = options;
  const visited = await browser.visit({ userAgent: personAgent, ...others });
  if (place !== undefined) await visited.page.setExtraHTTPHeaders({ ...from(place), ...extraHTTPHeaders });
  await visited.page.addInitScript(() => {
    window.notices = [];
    window.isRegionSettled = false;
    window.addEventListener("site:region:settled", () => (window.isRegionSettled = true));
    window.addEventListener("site:modal:opened", (event) => {
      if (event instanceof CustomEvent) window.notices.push(`${event.detail.id} ${location.pathname}`);
    });
  });
  return visited;
}

export function listNotices({ page }: Visit): Promise<string[]> {
  return page.evaluate(() => window.notices);
}

/** What a browser keeps of a closed notice. */
export async function readClosed({ page }: Visit): Promise<{ cookie: string | undefined; storage: string | null }> {
  const cookies = await page.context().cookies();
  return {
    cookie: cookies.find(({ name }) => name === "closeRM")?.value,
    storage: await page.evaluate(() => localStorage.getItem("closeRM")),
  };
}

/** Whether a visit asked where its visitor is, and whether it fetched the notices' code. */
export function countFetches({ requests }: Visit): { asked: number; code: number } {
  const paths = requests.map((request) => new URL(request.url()).pathname);
  return {
    asked: paths.filter((path) => path === "/api/visitor").length,
    code: paths.filter((path) => path.endsWith("/modals.js")).length,
  };
}

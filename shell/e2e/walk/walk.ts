import type { BrowserContextOptions, Page } from "playwright";
import type { Visit } from "../harness/open-browser.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import type { SiteInUse } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { Address } from "./list-addresses.ts";
import { type Expected, lookAround } from "./look-around.ts";
import { pressLink, unseen } from "./press-link.ts";
import type { ServedPage } from "./read-site.ts";
import { hurryCore } from "../harness/hurry-core.ts";

/** The two windows a site is walked in: a phone that is touched, and a desk with a pointer. */
export const windows = {
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  1440: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<number, BrowserContextOptions>;

export type WindowWidth = keyof typeof windows;

/** Pages that are open side by side: while one waits, the other is looked at. Each begins with a profile in which nothing is cached. */
const tabs = 2;

export interface Walk {
  underTest: SiteInUse;
  pages: ReadonlyMap<string, ServedPage>;
  width: WindowWidth;
  /** Addresses no page shows a link to at this width. It is filled by `followEach`. */
  unseen: Set<string>;
}

/** Opens each address by itself. @returns one line for each thing that is wrong */
export async function openEach(walk: Walk, addresses: readonly Address[]): Promise<string[]> {
  return share(walk, addresses, async ({ page }, { url }) => {
    const served = walk.pages.get(url.pathname);
    if (!served) return [];
    // Another address of the page that is open would be a navigation within it.
    await page.goto("about:blank");
    await page.goto(url.href);
    await untilCore(page);
    const problems = await lookAround(page, { url, page: served, isSoft: false, isArrival: true });
    return problems.map((problem) => `${toLine(url)} opened at ${walk.width}: ${problem}`);
  });
}

/** Links that show after scrolling, or with the focus, and are on every page. They have tests of their own (B086, B285). */
const showLater = new Set(["#top", "#content"]);

/** Follows a link to each address, goes back, and forward. @returns one line for each thing that is wrong */
export async function followEach(walk: Walk, addresses: readonly Address[]): Promise<string[]> {
  const linked = addresses.filter(
    ({ url, from }) => !showLater.has(url.hash) && from.some(({ path }) => path !== url.pathname || url.hash !== ""),
  );
  return share(walk, linked, ({ page }, address) => follow(walk, page, address));
}

async function follow(walk: Walk, page: Page, address: Address): Promise<string[]> {
  const { pages, width } = walk;
  const { url } = address;
  const { pressed, hindrances } = await press(walk, page, address);
  if (!pressed && hindrances.length === 0) walk.unseen.add(toLine(url));
  const served = pages.get(url.pathname);
  const before = pages.get(pressed?.start.pathname ?? "");
  if (!pressed || !served || !before) return hindrances;
  const look = async (what: string, expected: Omit<Expected, "isSoft">): Promise<string[]> => {
    const problems = await settle(page, expected);
    // The next address begins with a page of its own.
    if (problems.length > 0) await page.goto("about:blank");
    return problems.map((problem) => `${before.path} -> ${pressed.href} ${what} at ${width}: ${problem}`);
  };
  const arrived = await look("pressed", { url, page: served, isArrival: true });
  if (arrived.length > 0) return arrived;
  // By the page's own history: the driver's way reports an error where the page loads a document on the way.
  await page.evaluate(() => history.back());
  const returned = await look("and back", { url: pressed.start, page: before, isArrival: false });
  if (returned.length > 0) return returned;
  await page.evaluate(() => history.forward());
  return look("and forward", { url, page: served, isArrival: false });
}

/** Pages that are tried for a link that can be seen: some show it at one width only. Of a link that is on every page, one is tried. */
const maxSources = 3;

/** Presses a link to an address: on the page that is open, when it has one, else on one that is opened for it. */
async function press(
  { width, underTest, pages }: Walk,
  page: Page,
  { url, from }: Address,
): Promise<{ pressed?: { href: string; start: URL }; hindrances: string[] }> {
  const { origin } = underTest.site();
  // Not the link's own page, where the press would be a reload.
  const sources = from.filter(({ path }) => path !== url.pathname || url.hash !== "");
  const here = new URL(page.url());
  const isOpen = (path: string): boolean =>
    path === here.pathname && here.origin === origin && here.search === "" && here.href !== url.href;
  const open = sources.find(({ path }) => isOpen(path));
  const hindrances: string[] = [];
  const tried = from.length === pages.size ? 1 : maxSources;
  for (const { path, href } of [...(open ? [open] : []), ...sources.filter((one) => one !== open)].slice(0, tried)) {
    const start = page.url() === here.href && isOpen(path) ? here : new URL(path, origin);
    if (start !== here) {
      await page.goto("about:blank");
      await page.goto(start.href);
      await untilCore(page);
    }
    await page.evaluate(() => (window.isWalked = true));
    const isTouch = width === 390;
    // The pointer leaves what it pressed last.
    if (!isTouch) await page.mouse.move(4, 600);
    const hindrance = await pressLink(page, href, isTouch);
    if (hindrance === undefined) return { pressed: { href, start }, hindrances: [] };
    if (hindrance !== unseen) hindrances.push(`${path} -> ${href} pressed at ${width}: ${hindrance}`);
  }
  await page.goto("about:blank");
  return { hindrances };
}

/** A document that was loaded anew begins at its start, without a focus. */
async function settle(page: Page, expected: Omit<Expected, "isSoft">): Promise<string[]> {
  await page.waitForURL(expected.url.href, { waitUntil: "domcontentloaded", timeout: 10_000 }).catch(() => undefined);
  const isSoft = await page.evaluate(() => window.isWalked === true);
  if (!isSoft) await untilCore(page);
  const problems = await lookAround(page, { ...expected, isSoft });
  await page.evaluate(() => (window.isWalked = true));
  return problems;
}

/** Waits until the core of the document that is open has mounted its applications. */
async function untilCore(page: Page): Promise<void> {
  await waitUntil(
    async () => {
      await hurryCore(page);
      return page.evaluate(() => window.isMounted === true);
    },
    { what: `the core at ${page.url()}` },
  );
}

/** Lets several tabs of one browser work on a list, each in a profile of its own. */
async function share<T>(
  { underTest, width }: Walk,
  list: readonly T[],
  work: (visit: Visit, one: T) => Promise<string[]>,
): Promise<string[]> {
  const left = [...list];
  const findings: string[] = [];
  await Promise.all(
    Array.from({ length: tabs }, async () => {
      const visit = await underTest.visit(windows[width]);
      await prepare(visit.page, underTest.site());
      for (let one = left.shift(); one !== undefined; one = left.shift())
        findings.push(...(await work(visit, one).catch(toFinding)));
      // What always holds is told at the end of the visit, and is a finding like any other.
      await visit.close().catch((error: unknown) => findings.push(...toFinding(error)));
    }),
  );
  return findings;
}

function toFinding(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)];
}

async function prepare(page: Page, { origin }: SiteAddress): Promise<void> {
  await page.route(`${origin}/download/installer/**`, (route) => route.fulfill({ status: 204 }));
  await page.addInitScript(() => {
    addEventListener("single-spa:routing-event", () => (window.isMounted = true));
  });
}

function toLine({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}

declare global {
  interface Window {
    /** Whether the core has mounted the document's applications. */
    isMounted?: boolean;
    /** Whether this document was there before the last navigation. */
    isWalked?: boolean;
  }
}

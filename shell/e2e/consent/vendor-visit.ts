import type { BrowserContextOptions, Locator, Page, Request } from "playwright";
import { expect } from "vitest";
import { passTimeLimit } from "../harness/expire-timeouts.ts";
import type { OpenBrowser, Visit } from "../harness/open-browser.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { sampled } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { placeVisitor } from "./place-visitor.ts";
import type { VendorSite } from "./vendor-site.ts";

/** Milliseconds after which the log says that a third party has not answered. */
const vendorTimeoutMs = 5000;

/** The address of the simulated consent tool's script. */
export const consentScript = /\/otSDKStub\.js$/;

/** What is opened unless a test says otherwise: a page that costs the browser little, and asks for no picture of its own. */
export const plainPage = "/privacy-policy/";

/** Opens a page as a visitor in a country; without one, the country is unknown. Its core, which runs the head script, is fetched at once. */
export async function openFrom(
  browser: OpenBrowser,
  site: VendorSite,
  country: string | undefined,
  path = plainPage,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await browser.visit(options);
  await placeVisitor(visit.page, site, country);
  await visit.page.goto(`${site.origin}${path}`);
  await hurryCore(visit.page);
  return visit;
}

/**
 * Ends the time that a third party has to answer, once a page with recorded timeouts (`useVisitors`) has asked for its script.
 * @param answers whether the script comes: then it is waited for first
 */
export async function passVendorLimit(visit: Visit, script: RegExp, answers: boolean): Promise<void> {
  const findScript = (): Request | undefined => visit.requests.find((request) => script.test(request.url()));
  await waitUntil(() => findScript() !== undefined, { what: `${script.source} to be asked for` });
  if (answers) await (await findScript()?.response())?.finished();
  await passTimeLimit(visit, script, vendorTimeoutMs);
}

/**
 * Opens a page as a visitor in a country, whose third parties have a tenth of their time to answer: for a script that redefines what
 * recorded timeouts need.
 */
export async function openShortened(browser: OpenBrowser, site: VendorSite, country: string): Promise<Visit> {
  const visit = await browser.visit();
  await placeVisitor(visit.page, site, country);
  await visit.page.addInitScript((limit) => {
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, delay?: number, ...given: unknown[]) =>
        start(run, delay === limit ? limit / 10 : delay, ...given),
    });
  }, vendorTimeoutMs);
  await visit.page.goto(`${site.origin}${plainPage}`);
  await hurryCore(visit.page);
  return visit;
}

/** What our own script says of a third party. */
export const listWarnings = ({ messages }: Visit, vendor: "consent" | "analytics"): string[] =>
  messages.filter((message) => message.startsWith(`warning: ${vendor}: `));

export async function untilWarned(visit: Visit, vendor: "consent" | "analytics"): Promise<void> {
  await waitUntil(() => listWarnings(visit, vendor).length > 0, { what: `a word about ${vendor}` });
}

/** Everything in the tag manager's inbox, as it was put there; a command of Google's tag as a list. */
export function readInbox(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const inbox: unknown = Reflect.get(window, "dataLayer");
    if (!Array.isArray(inbox)) return [];
    return inbox.map((entry: object) =>
      Object.prototype.toString.call(entry) === "[object Arguments]" ? Object.values(entry) : { ...entry },
    );
  });
}

/** The page events of an inbox, of either shape, by what each says of the page. */
export function toPageEvents(inbox: readonly unknown[]): unknown[] {
  return inbox.filter((entry) => (Array.isArray(entry) ? entry[1] === "page_view" : toEvent(entry) === "content-view"));
}

function toEvent(entry: unknown): unknown {
  return typeof entry === "object" && entry !== null ? Reflect.get(entry, "event") : undefined;
}

/** The commands of an inbox that speak of consent, without the word. */
export function toConsents(inbox: readonly unknown[]): unknown[][] {
  return inbox.flatMap((entry) => (Array.isArray(entry) && entry[0] === "consent" ? [entry.slice(1)] : []));
}

/** What a consent command says of analytics. */
export const toAnalytics = (state: unknown): unknown =>
  typeof state === "object" && state !== null ? Reflect.get(state, "analytics_storage") : undefined;

/** Waits until so many page events are in the inbox, and returns them. The core is fetched at once. */
export async function untilPageEvents({ page }: Visit, count: number): Promise<unknown[]> {
  await hurryCore(page);
  await waitUntil(async () => toPageEvents(await readInbox(page)).length >= count, { what: `${count} page events` });
  return toPageEvents(await readInbox(page));
}

/** Waits until the head script has run and has requested all that it starts. The core is fetched at once. */
export async function untilHeadScript({ page, requests }: Visit): Promise<void> {
  await hurryCore(page);
  await waitUntil(async () => requests.some((request) => request.url().endsWith("/head.js")), {
    what: "the head script",
  });
  await page.waitForLoadState("networkidle");
}

/** Requests that went to a third party. */
export function listRequestsTo({ requests }: Visit, { origin }: { origin: string }): string[] {
  return requests.map((request) => request.url()).filter((url) => url.startsWith(origin));
}

/** Goes to a page without a document load, by a link of the footer. A press that is dispatched scrolls to no link, which costs the browser much of a page. */
export async function followFooter({ page }: Visit, path: string): Promise<void> {
  await page.locator(`footer a[href='${path}']`).first().dispatchEvent("click");
  await page.waitForURL((url) => url.pathname === path);
}

/** The banner of the simulated consent tool. */
export function toBanner(page: Page) {
  const banner = page.getByRole("region", { name: "Simulated consent" });
  return {
    banner,
    accept: banner.getByRole("button", { name: "Accept all" }),
    reject: banner.getByRole("button", { name: "Reject all" }),
    again: page.getByRole("button", { name: "Cookie settings" }),
  };
}

/**
 * The page can be read and left, whether third parties work or not.
 * @param press follows a link of the footer. In a sample a press is dispatched, which scrolls to no link, unless a test says otherwise
 */
export async function expectUsable(
  { page }: Visit,
  press: (link: Locator) => Promise<void> = sampled({
    all: (link: Locator) => link.click(),
    sample: (link: Locator) => link.dispatchEvent("click"),
  }),
): Promise<void> {
  await press(page.locator("footer a[href='/contact/']").first());
  await page.waitForURL(/\/contact\//);
  expect(await page.locator("main > h1").textContent()).toContain("Contact");
  expect((await page.locator("main").innerText()).length).toBeGreaterThan(200);
}

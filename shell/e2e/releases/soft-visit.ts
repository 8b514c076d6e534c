import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPayload } from "./answers.ts";

/** What a page asked the server for to get to another. */
export interface Traffic {
  /** Paths whose payload was fetched. */
  payloads: string[];
  /** Paths that were loaded as a document. */
  documents: string[];
}

/** Opens a page and waits until the core is there. */
export async function openLive(visit: Promise<Visit>, site: SiteAddress, path: string): Promise<Visit> {
  const visited = await visit;
  await visited.page.goto(`${site.origin}${site.prefix}${path}`);
  await untilCore(visited);
  return visited;
}

/**
 * One tab for tests of a file that leave its time as it is. A new profile with its tab takes twice the processor time of a page.
 * @returns opens a page in it as one who was never here, until the core is there; its messages and requests are those from then on
 */
export function shareTab({
  site,
  visit,
}: {
  site(): SiteAddress;
  visit(): Promise<Visit>;
}): (path: string) => Promise<Visit> {
  let tab: Visit | undefined;
  beforeAll(async () => {
    tab = await visit();
  });
  afterAll(() => tab?.close());
  return async (path) => {
    if (!tab) throw new Error("The tab is not open.");
    const { page, messages, requests } = tab;
    await page.unrouteAll();
    await page.mouse.move(-1, -1);
    await page.context().clearCookies();
    if (page.url() !== "about:blank")
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    await page.emulateMedia({ reducedMotion: null });
    messages.length = 0;
    requests.length = 0;
    return openLive(Promise.resolve(tab), site(), path);
  };
}

/** Waits until the core of the document that is open runs, which is fetched at once then. */
export async function untilCore({ page }: Pick<Visit, "page">): Promise<void> {
  // Both in one request to the page: this waits in almost every test.
  const hasCore = () =>
    page.evaluate(() => {
      window.__site?.start();
      return window.recorded.events.some(({ name }) => name === "route:changed");
    });
  await waitUntil(hasCore, { what: "the core" });
}

/** From here on, what a page asks for. */
export function watchTraffic({ requests }: Visit): () => Traffic {
  const from = requests.length;
  return () => {
    const since = requests.slice(from);
    const toPaths = (wanted: typeof requests): string[] => wanted.map((request) => new URL(request.url()).pathname);
    return {
      payloads: toPaths(since)
        .filter((path) => path.endsWith("/_payload.json"))
        .map((path) => path.slice(0, -"_payload.json".length)),
      documents: toPaths(since.filter((request) => request.isNavigationRequest())),
    };
  };
}

/** Checks that a page was fetched once, as data. Others may have been fetched ahead meanwhile. */
export function expectOneFetch({ payloads, documents }: Traffic, path: string): void {
  expect(documents).toEqual([]);
  expect(payloads.filter((one) => one === path)).toEqual([path]);
}

/** A link in the footer: its page may be fetched ahead once it is in view. */
export function footerLink({ page }: Visit, { prefix }: SiteAddress, name: string) {
  return page.locator(`footer a[href='${prefix}/${name}/']`).first();
}

/**
 * Waits until a page is shown, and checks that everything that says which page it is agrees. The header is updated a frame after the
 * title, so it is waited for too.
 */
export async function expectShown({ page }: Visit, site: SiteAddress, path: string): Promise<void> {
  const payload = await fetchPayload(site, path);
  await waitUntil(async () => (await page.title()) === payload.documentTitle, { what: `the page ${path}` });
  expect(new URL(page.url()).pathname).toBe(`${site.prefix}${path}`);
  const wait = { timeout: 10_000, interval: 50 };
  await expect
    .poll(() => describe(page), wait)
    .toEqual({
      description: payload.description,
      canonical: payload.canonical,
      robots: null,
      headings: [payload.heading],
      layout: payload.layout,
      applications: payload.slots
        .filter(({ html }) => html !== "")
        .map(({ application }) => `single-spa-application:${application}`),
    });
}

function describe(page: Page) {
  return page.evaluate(() => ({
    description: document.querySelector('meta[name="description"]')?.getAttribute("content"),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? null,
    robots: document.querySelector('meta[name="robots"]')?.getAttribute("content") ?? null,
    headings: [...document.querySelectorAll("h1")].map((one) => one.textContent),
    layout: document.documentElement.dataset["layout"],
    applications: [...document.querySelectorAll("[id^='single-spa-application:']")]
      .filter((one) => one.childNodes.length > 0)
      .map((one) => one.id),
  }));
}

import type { Page, ViewportSize } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { spendFirstPointer, type Visit } from "./open-browser.ts";

export interface Arrival {
  /** Headers that are added to all requests of the page. */
  headers?: Record<string, string>;
  /** By default 1440 by 900. */
  viewport?: ViewportSize;
  /** Changes the page before it is opened, such as by a route, which ends with the next arrival. */
  prepare?(page: Page): Promise<unknown>;
}

/** Opens a page of the site as a visitor who was never here. @param path with its locale's prefix */
export type Arrive = (path: string, arrival?: Arrival) => Promise<Visit>;

/**
 * One browser profile for tests that follow each other, which costs less than one for each. In each of them a visitor arrives for whom nothing is kept
 * of the test before, and nothing was said or requested. The profile is closed with the file.
 * @param open opens the profile, before the first test
 */
export function useArrivals(site: () => { origin: string }, open: () => Promise<Visit>): Arrive {
  let visit: Visit | undefined;
  beforeAll(async () => {
    visit = await open();
  });
  afterAll(() => visit?.close());
  return async (path, { headers = {}, viewport = { width: 1440, height: 900 }, prepare } = {}) => {
    if (!visit) throw new Error("The page is not open.");
    const { page, messages, requests } = visit;
    await page.unrouteAll();
    await page.evaluate(() => {
      // An empty page keeps nothing.
      if (location.protocol === "about:") return;
      localStorage.clear();
      sessionStorage.clear();
    });
    // What is removed now stays away: no page runs.
    await page.goto("about:blank");
    await spendFirstPointer(page);
    await page.context().clearCookies();
    messages.length = 0;
    requests.length = 0;
    await page.setExtraHTTPHeaders(headers);
    await page.setViewportSize(viewport);
    await prepare?.(page);
    await page.goto(`${site().origin}${path}`);
    return visit;
  };
}

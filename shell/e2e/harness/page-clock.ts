import type { Page } from "playwright";
import type { Visit } from "./open-browser.ts";
import { waitUntil } from "./wait-until.ts";

/** Gives a page, before it is opened, a clock that a test can set forward. The time limits of its requests follow it too. */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  // The driver's clock leaves out the browser's own time limit for requests.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException("The time limit is over.", "TimeoutError")), milliseconds);
      return limit.signal;
    };
  });
}

/** Sets the clock of a page that has one ({@link installClock}) forward by the time limit of a request, once the page has sent it. */
export async function passTimeLimit({ page, requests }: Visit, address: RegExp, limitMs: number): Promise<void> {
  await waitUntil(() => requests.some((request) => address.test(request.url())), {
    what: `${address} to be requested`,
  });
  await page.clock.fastForward(limitMs);
}

import type { Page } from "playwright";
import type { Visit } from "./open-browser.ts";
import { waitUntil } from "./wait-until.ts";

declare global {
  interface Window {
    /** Ends the timeouts of some length in milliseconds that run in the page. Returns how many there were. */
    expireTimeouts?(ms: number): number;
  }
}

/**
 * Lets a test end timeouts early, in the documents that the page opens from here on: what the page does after a timeout of seconds is seen at once.
 * @returns ends the timeouts of exactly this length that run now. It throws when there is none, so a test waits first for what begins one.
 */
export async function recordTimeouts(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript(watchTimeouts);
  return (ms) => expireTimeouts(page, ms);
}

/** Ends the time limit of a request in a page with recorded timeouts, once the page has sent it. @throws when the page has no such limit */
export async function passTimeLimit({ page, requests }: Visit, address: RegExp, limitMs: number): Promise<void> {
  await waitUntil(() => requests.some((request) => address.test(request.url())), {
    what: `${address} to be requested`,
  });
  await expireTimeouts(page, limitMs);
}

async function expireTimeouts(page: Page, ms: number): Promise<void> {
  const count = await page.evaluate((length) => window.expireTimeouts?.(length), ms);
  if (!count) throw new Error(`No timeout of ${ms} ms runs in the page.`);
}

/** Runs in the page before what is to be ended begins: lets `window.expireTimeouts` end timeouts. */
export function watchTimeouts(): void {
  const running = new Map<unknown, { ms: unknown; end(): void }>();
  const { clearTimeout } = window;
  window.setTimeout = new Proxy(window.setTimeout, {
    apply(set, self, [run, ms, ...rest]: unknown[]) {
      if (typeof run !== "function") return Reflect.apply(set, self, [run, ms, ...rest]);
      const end = (): void => {
        running.delete(id);
        clearTimeout(id);
        Reflect.apply(run, undefined, rest);
      };
      const id: number = Reflect.apply(set, self, [end, ms]);
      running.set(id, { ms, end });
      return id;
    },
  });
  window.clearTimeout = new Proxy(clearTimeout, {
    apply(clear, self, [id]: unknown[]) {
      running.delete(id);
      return Reflect.apply(clear, self, [id]);
    },
  });
  AbortSignal.timeout = new Proxy(AbortSignal.timeout, {
    apply(start, self, [ms]: unknown[]) {
      const early = new AbortController();
      const end = (): void => early.abort(new DOMException("The test ended it.", "TimeoutError"));
      running.set(early, { ms, end });
      return AbortSignal.any([Reflect.apply(start, self, [ms]), early.signal]);
    },
  });
  window.expireTimeouts = (length) => {
    const due = [...running].filter(([, { ms }]) => ms === length);
    for (const [key, { end }] of due) {
      running.delete(key);
      end();
    }
    return due.length;
  };
}

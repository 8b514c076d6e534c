import { type BrowserOptions, launchBrowser } from "@site/contracts/testing/launch-browser";
import type { Browser } from "playwright";

/** The running browsers, by their start options. */
const browsers = new Map<string, Promise<Browser>>();

/**
 * A browser shared by all test files that run in a process in sequence. They are independent, because each visit has a profile of its own. It starts
 * for the first of them, again after a crash, and ends with the process.
 */
export function findBrowser(options: BrowserOptions): Promise<Browser> {
  const key = JSON.stringify(options);
  const start = (): Promise<Browser> => launchBrowser(options);
  // Concurrent visits wait for the same browser.
  const found = browsers.get(key)?.then((browser) => (browser.isConnected() ? browser : start()), start) ?? start();
  browsers.set(key, found);
  return found;
}

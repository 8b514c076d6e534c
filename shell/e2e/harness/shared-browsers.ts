import { type BrowserOptions, launchBrowser } from "@site/contracts/testing/launch-browser";
import type { Browser } from "playwright";

/** The browsers that run, by the options they were started with. */
const browsers = new Map<string, Promise<Browser>>();

/**
 * A browser that all test files share that run one after another in a process; what they see of each other is nothing, as each visit has a
 * profile of its own. It starts for the first of them, anew when it was lost, and ends with the process.
 */
export function findBrowser(options: BrowserOptions): Promise<Browser> {
  const key = JSON.stringify(options);
  const start = (): Promise<Browser> => launchBrowser(options);
  // Visits that begin at the same time wait for the same one.
  const found = browsers.get(key)?.then((browser) => (browser.isConnected() ? browser : start()), start) ?? start();
  browsers.set(key, found);
  return found;
}

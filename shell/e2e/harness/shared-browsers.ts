import { type BrowserOptions, launchBrowser } from "@site/contracts/testing/launch-browser";
import type { Browser } from "playwright";

/** The browsers that run, by the options they were started with. */
const browsers = new Map<string, Promise<Browser>>();

/**
 * A browser that all test files share that run one after another in a process; what they see of each other is nothing, as each visit has a
 * profile of its own. It starts for the first of them, anew when it was lost, and ends with the process.
 */
export async function findBrowser(options: BrowserOptions): Promise<Browser> {
  const key = JSON.stringify(options);
  const running = await browsers.get(key)?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  const starting = launchBrowser(options);
  browsers.set(key, starting);
  return starting;
}

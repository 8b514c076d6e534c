import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright";

const systemChromium = "/usr/bin/chromium";

/** Starts a browser for a test: the system's Chromium, or Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
    args: [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync",
    ],
  });
}

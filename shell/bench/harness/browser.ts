import { launchBrowser } from "@site/contracts/testing/launch-browser";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright";
import type { BenchResources } from "./bench-resources.ts";

const phoneAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const deskAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** The measured devices: the browser's properties, and boot's result for them. The processor is four times slower for both. */
export const devices = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent: phoneAgent,
    platform: "android",
  },
  desk: {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    userAgent: deskAgent,
    platform: "windows",
  },
} as const;
export type DeviceName = keyof typeof devices;

const slowerBy = 4;

/** A browser that accepts the front's certificate; with an invalid one it would cache nothing. */
export async function openBrowser(resources: BenchResources, trusted?: string): Promise<Browser> {
  const browser = await launchBrowser(
    trusted === undefined ? {} : { args: [`--ignore-certificate-errors-spki-list=${trusted}`] },
  );
  resources.defer(() => browser.close());
  return browser;
}

/** A first visit: no cache, no open connection. */
export interface Visitor {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** Opens an empty page; `prepare` may add scripts that run in each document before anything else. */
export async function visit(
  browser: Browser,
  device: DeviceName,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Visitor> {
  const { platform: _platform, ...options } = devices[device];
  const context = await browser.newContext({ ...options, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(30_000);
  await prepare?.(context);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowerBy });
  return { page, cdp, close: () => context.close() };
}

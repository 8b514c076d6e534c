import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright";

const systemChromium = "/usr/bin/chromium";

/**
 * What is turned off. First the suggestions of the browser's own address bar: each window starts two processes for them,
 * as many as for the page, though they are invisible. Then what the driver turns off too, for only the last such list counts.
 */
const features = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

/** Starts Chromium without a window: the system's, else the one that came with the driver. `args` are added to what it is always told. */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(systemChromium) && { executablePath: systemChromium }),
    ...options,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${features.join(",")}`,
      ...args,
    ],
  });
}

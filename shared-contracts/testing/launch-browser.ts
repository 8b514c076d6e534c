import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright";

const systemChromium = "/usr/bin/chromium";

/**
 * The features that are turned off. First the suggestions of the browser's address bar, which start two processes for each
 * window. Then those that the driver turns off itself: only the last `--disable-features` counts.
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

/** Starts Chromium without a window: the system's, else the one that came with the driver. `args` are added to the arguments of every start. */
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

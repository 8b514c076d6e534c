import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright";

const systemChromium = "/usr/bin/chromium";

/** Chromium's headless shell: the engine without a window, at about 60 % of the processor time of the whole browser. */
const systemHeadlessShell = "/usr/bin/chromium-headless-shell";

/**
 * The host names of third parties, which end in `.example`, lead nowhere: what is not simulated on this machine cannot be reached. A rule
 * of the browser costs nothing; a route of the driver stops each request of a page, and turns the browser's cache off.
 */
const unreachableHosts = "--host-resolver-rules=MAP *.example ~NOTFOUND";

/**
 * The features that are turned off. First the suggestions of the browser's address bar, which start two processes for each
 * window, and the process that is started ahead of a page which may need it. Then those that the driver turns off itself: only
 * the last `--disable-features` counts.
 */
const features = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
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

export interface BrowserOptions extends LaunchOptions {
  /** Whether the headless shell is enough. It is used where it is installed, else the whole browser is. */
  isShellEnough?: boolean;
}

/** Starts Chromium without a window: the system's, else the one that came with the driver. `args` are added to the arguments of every start. */
export function launchBrowser({ args = [], isShellEnough = false, ...options }: BrowserOptions = {}): Promise<Browser> {
  const programs = isShellEnough ? [systemHeadlessShell, systemChromium] : [systemChromium];
  const executablePath = programs.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
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
      unreachableHosts,
      `--disable-features=${features.join(",")}`,
      ...args,
    ],
  });
}

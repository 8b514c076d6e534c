import type { Browser } from "playwright";
import { type DeviceName, devices, openBrowser } from "./browser.ts";
import { serveStripped } from "./floor.ts";
import { openFront } from "./nginx.ts";
import type { BenchResources } from "./bench-resources.ts";
import { listPaths, type ServedSite, serveSite, waitUntilSmallest } from "./serve-site.ts";
import { slowDown } from "./slow-network.ts";

/** The site and its own floor behind one front and one slow network, as for visitors. */
export interface VisitedPair {
  browser: Browser;
  ours: string;
  floor: string;
  site: ServedSite;
  /** The front, for the head of a table. */
  front: string;
}

/** Opens both for a device; the floor serves the pages at their final size. */
export async function openPair(resources: BenchResources, device: DeviceName): Promise<VisitedPair> {
  // One document in ten is measured, and fetches code for that; a bench must not depend on which one.
  const site = await serveSite(resources, { env: { MEASURE_PERCENT: "0" } });
  await waitUntilSmallest(resources, site);
  const floor = await serveStripped(resources, site.origin, await listPaths(site.origin), devices[device].platform);
  const front = await openFront(resources, site.origin, floor.origin);
  const scheme = front.trusted === undefined ? "http" : "https";
  const through = async (port: number): Promise<string> => `${scheme}://127.0.0.1:${await slowDown(resources, port)}`;
  return {
    site,
    browser: await openBrowser(resources, front.trusted),
    ours: await through(front.site),
    floor: await through(front.floor),
    front: front.trusted === undefined ? "directly, HTTP/1.1 (no nginx here)" : "behind nginx, HTTP/2 and TLS 1.3",
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { fetchPage } from "./fetch-page.ts";

/** Milliseconds between two looks at a page. */
const pause = 3;

/** The entity tag of home as it is answered now. It contains the release set, so it changes with every flip. */
export async function readTag(origin: string): Promise<string> {
  return String((await fetchPage(origin, "/")).headers.etag);
}

/** Looks at home over one kept connection until it is another page than before. Returns when that was. */
export async function waitForFlip(origin: string, before: string, within = 30_000): Promise<number> {
  const end = performance.now() + within;
  while (performance.now() < end) {
    const { status } = await fetchPage(origin, "/", { "accept-encoding": "br", "if-none-match": before });
    if (status === 200) return performance.now();
    if (status !== 304) throw new Error(`Home answered ${status} during a flip.`);
    await sleep(pause);
  }
  throw new Error("The new set did not become visible.");
}

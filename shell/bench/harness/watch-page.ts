import { setTimeout as sleep } from "node:timers/promises";
import { fetchPage } from "./fetch-page.ts";

/** Milliseconds between two requests of a page. */
const pause = 3;

/** The current entity tag of a page, which changes with the page. */
export async function readTag(origin: string, path = "/"): Promise<string> {
  return String((await fetchPage(origin, path)).headers.etag);
}

/** Requests a page over one kept connection until it changes. Returns the time of the change. */
export async function waitForFlip(
  origin: string,
  before: string,
  { path = "/", within = 30_000 } = {},
): Promise<number> {
  const end = performance.now() + within;
  while (performance.now() < end) {
    const { status } = await fetchPage(origin, path, { "accept-encoding": "br", "if-none-match": before });
    if (status === 200) return performance.now();
    if (status !== 304) throw new Error(`${path} answered ${status} during a flip.`);
    await sleep(pause);
  }
  throw new Error("The new set did not become visible.");
}

import { fetchTwice } from "@site/contracts/api/fetch-twice";
import { type PagePayload, pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import type { KnownReleases } from "../known-releases.ts";

/**
 * Prefetches under way at once (B192): pages of links that the visitor points at or has the focus on, and pages of links that only came into view. Those are
 * fetched one by one while nothing else is, so that they take no bandwidth from the page that is wanted.
 */
export const pointedAtOnce = 4;
export const seenAtOnce = 1;
/** Milliseconds a soft navigation waits for its payload before it becomes a document load. */
const timeout = 3000;
/** Milliseconds for which a fetched payload is used. Later it is fetched again, because texts or the live set may have changed. */
const freshness = 60_000;

/** A page that exists, but only as a document of its own: it always needs a document load, which is no failure. */
export class OtherDocument extends Error {}

export interface PayloadStore {
  /**
   * The payload of the page at a path, fetched once.
   * @throws when it is missing, late, malformed, of other releases, or not a page this document may show
   */
  load(path: string): Promise<PagePayload>;
  /**
   * Prefetches a page once fewer than `atOnce` are under way; of pages that wait, the one asked for last comes first. What the page needs beside its
   * payload, `prepare` fetches. Returns whether it had not been fetched or asked for yet.
   */
  prefetch(path: string, prepare: (payload: PagePayload) => Promise<void>, atOnce: number): boolean;
}

/** Pages as data, for the releases and the content policy of this document. */
export function createPayloadStore(releases: KnownReleases, vendors: readonly string[]): PayloadStore {
  const known = new Map<string, { at: number; payload: Promise<PagePayload> }>();
  /** By path, in the order in which they were asked for last. */
  const waiting = new Map<string, { atOnce: number; prepare(payload: PagePayload): Promise<void> }>();
  let running = 0;

  function recall(path: string): Promise<PagePayload> | undefined {
    const entry = known.get(path);
    return entry && performance.now() - entry.at < freshness ? entry.payload : undefined;
  }

  function load(path: string): Promise<PagePayload> {
    const kept = recall(path);
    if (kept) return admit(kept);
    const payload = fetchPayload(path, releases.build);
    known.set(path, { at: performance.now(), payload });
    // A failure is not kept: the next call fetches again.
    payload.catch(() => known.delete(path));
    return admit(payload);
  }

  /**
   * A document shows one release of a package: a page that has another needs a document of its own. So does a page with a vendor
   * that this document does not allow, for a policy cannot grow (B098).
   */
  async function admit(coming: Promise<PagePayload>): Promise<PagePayload> {
    const payload = await coming;
    if (releases.fits(payload) && payload.vendors.every((vendor) => vendors.includes(vendor))) return payload;
    throw new OtherDocument(`${payload.parts.page.path} needs its own document`);
  }

  function next(): void {
    const [path, wish] = [...waiting].findLast(([, { atOnce }]) => running < atOnce) ?? [];
    if (!path || !wish) return;
    waiting.delete(path);
    running += 1;
    load(path)
      .then(wish.prepare)
      .catch(() => undefined)
      .finally(() => {
        running -= 1;
        next();
      });
  }

  return {
    load,
    prefetch(path, prepare, atOnce) {
      if (recall(path)) return false;
      const isNew = !waiting.delete(path);
      waiting.set(path, { atOnce, prepare });
      next();
      return isNew;
    },
  };
}

async function fetchPayload(path: string, build: string): Promise<PagePayload> {
  const response = await fetchTwice(`${path}_payload.json?${build}`, { signal: AbortSignal.timeout(timeout) });
  if (response.status >= 400 && response.status < 500) throw new OtherDocument(`${path} answered ${response.status}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return parse(pagePayloadSchema, await response.json());
}

import { fetchTwice } from "@site/contracts/api/fetch-twice";
import { type PagePayload, type PageParts, pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import type { KnownReleases } from "../known-releases.ts";

/** Prefetches under way at once of pages whose links the visitor points at or has the focus on (B192). */
export const pointedAtOnce = 4;
/** The same of pages whose links only came into view: one, and only while no other prefetch is under way, so that it takes no bandwidth from those. */
export const seenAtOnce = 1;
/** The timeout in milliseconds for a payload, after which a soft navigation becomes a document load. */
const timeoutMs = 3000;
/**
 * Milliseconds for which a payload is cached. Later it is fetched again, because texts or the live set may have changed. They are those of the machine's
 * clock: `performance.now()` stands still while a machine sleeps. A clock that is set back makes a page as old as one that is set forward.
 */
const freshMs = 60_000;

/** The page exists only as a document: it always needs a document load, which is not a failure. */
export class OtherDocument extends Error {}

export interface PayloadStore {
  /**
   * The payload of the page at a path, from the cache or fetched.
   * @throws when it is missing, timed out, malformed, of other releases, or of a page that this document may not show
   */
  load(path: string): Promise<PagePayload>;
  /**
   * Queues the prefetch of a page until fewer than `atOnce` are running; the page that was queued last comes first. `prepare` fetches what the page needs
   * beside its payload. Returns whether the page was neither fetched nor queued before.
   */
  prefetch(path: string, prepare: (payload: PagePayload) => Promise<void>, atOnce: number): boolean;
}

/** Pages as data, for the releases, the locale and the content policy of this document. */
export function createPayloadStore(releases: KnownReleases, { locale, vendors }: PageParts): PayloadStore {
  const known = new Map<string, { at: number; payload: Promise<PagePayload> }>();
  /** By path, in the order of the latest requests. */
  const waiting = new Map<string, { atOnce: number; prepare(payload: PagePayload): Promise<void> }>();
  let running = 0;

  function recall(path: string): Promise<PagePayload> | undefined {
    const entry = known.get(path);
    return entry && Math.abs(Date.now() - entry.at) < freshMs ? entry.payload : undefined;
  }

  function load(path: string): Promise<PagePayload> {
    const kept = recall(path);
    if (kept) return admit(kept);
    const payload = fetchPayload(path, releases.build);
    known.set(path, { at: Date.now(), payload });
    // A failure is not cached: the next call fetches again.
    payload.catch(() => known.delete(path));
    return admit(payload);
  }

  /**
   * Resolves to a page that this document may show.
   * @throws OtherDocument for a page with another release of a package that the document knows, in another locale, which an entry of the history may
   * name (B177), or with a vendor that its content policy does not allow: a policy cannot be extended (B098)
   */
  async function admit(coming: Promise<PagePayload>): Promise<PagePayload> {
    const payload = await coming;
    if (
      releases.fits(payload) &&
      payload.parts.locale.code === locale.code &&
      payload.vendors.every((vendor) => Object.hasOwn(vendors, vendor))
    )
      return payload;
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
  // With the origin: a path that begins with two slashes would name a host.
  const response = await fetchTwice(`${location.origin}${path}_payload.json?${build}`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status >= 400 && response.status < 500) throw new OtherDocument(`${path} answered ${response.status}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return parse(pagePayloadSchema, await response.json());
}

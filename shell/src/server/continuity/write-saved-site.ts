import { setImmediate as yieldToRequests } from "node:timers/promises";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { toJsonObject } from "@site/contracts/signing/json-object";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import type { LivePage } from "../pages/site-state.ts";
import type { BodySource } from "./body-files.ts";
import { pagesAtOnce, type SavedSite, type SavedState } from "./saved-site.ts";

/** Turns the live site into facts and bodies. Digests are cached, so that only new bodies are hashed. */
export function createSiteWriter(): (
  site: SavedSite,
) => Promise<{ facts: JsonObject; needed: ReadonlyMap<Digest, BodySource> }> {
  const digests = new WeakMap<Buffer, Digest>();
  const records = new WeakMap<LivePage, { digest: Digest; document: Buffer; payload: Buffer }>();

  function digest(bytes: Buffer): Digest {
    const known = digests.get(bytes) ?? toDigest(bytes);
    digests.set(bytes, known);
    return known;
  }

  function toRecord({ document, payload, ...page }: LivePage): Buffer {
    const named = {
      document: { ...document, br: digest(document.br) },
      payload: { ...payload, br: digest(payload.br) },
    };
    return Buffer.from(JSON.stringify({ ...page, ...named }));
  }

  /** The digest of a page's record. Recompressing a body replaces it in the page, which gives the page another record. */
  function recordDigest(page: LivePage): Digest {
    const known = records.get(page);
    if (known && known.document === page.document.br && known.payload === page.payload.br) return known.digest;
    const made = toDigest(toRecord(page));
    records.set(page, { digest: made, document: page.document.br, payload: page.payload.br });
    return made;
  }

  return async ({ pages: saved, documents }) => {
    const needed = new Map<Digest, BodySource>();
    const addText = (text: string): Digest => {
      const bytes = Buffer.from(text);
      const name = toDigest(bytes);
      needed.set(name, bytes);
      return name;
    };
    const documentDigests = Object.fromEntries(
      Object.entries(documents).map(([name, document]) => [name, addText(JSON.stringify(document))]),
    );
    if (!saved) return { facts: toJsonObject({ documents: documentDigests, pages: null }), needed };
    const { state: live, canary, composedAt, configuration } = saved;
    const contents = await addContents(live, needed);
    const beside = canary && { contents: await addContents(canary.state, needed), share: canary.share };
    const pages = { composedAt, format: live.format, configuration, contents, ...(beside && { canary: beside }) };
    return { facts: toJsonObject({ documents: documentDigests, pages }), needed };
  };

  /** Adds the bodies of a set to the needed ones. @returns the digest of the contents of the set */
  async function addContents(
    { build, set, layout, heads, paths, pages, fragments }: SavedState,
    needed: Map<Digest, BodySource>,
  ): Promise<Digest> {
    const list: [string, Digest][] = [];
    for (const [key, page] of pages) {
      const {
        document: { br: document },
        payload: { br: payload },
      } = page;
      const name = recordDigest(page);
      list.push([key, name]);
      // A copy, because a body may be recompressed before the record is written, and the record must match its digest.
      const named = { ...page, document: { ...page.document }, payload: { ...page.payload } };
      needed
        .set(name, () => toRecord(named))
        .set(digest(document), document)
        .set(digest(payload), payload);
      if (list.length % pagesAtOnce === 0) await yieldToRequests();
    }
    const packed: [string, Digest][] = [];
    for (const [name, bytes] of fragments) {
      packed.push([name, digest(bytes)]);
      needed.set(digest(bytes), bytes);
      if (packed.length % pagesAtOnce === 0) await yieldToRequests();
    }
    await yieldToRequests();
    const text = JSON.stringify({ build, set, layout, heads, paths, pages: list, fragments: packed });
    await yieldToRequests();
    const bytes = Buffer.from(text);
    const name = toDigest(bytes);
    needed.set(name, bytes);
    return name;
  }
}

import { setImmediate as yieldToRequests } from "node:timers/promises";
import { dataDocumentNames, type DataDocuments, parseDataDocument } from "@site/contracts/documents/data-documents";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { parseLayout } from "@site/contracts/pages/layout";
import { releaseSetSchema } from "@site/contracts/releases/release-set";
import { islandNameSchema, packageNameSchema } from "@site/contracts/names/island-name";
import * as v from "valibot";
import { toJsonObject } from "@site/contracts/signing/json-object";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import { type EncodedBody, efforts } from "../pages/encoded-page.ts";
import { indexSite } from "../pages/site-index.ts";
import type { LivePage, SiteState } from "../pages/site-state.ts";
import type { BodySource } from "./body-files.ts";
import type { RememberedState } from "./state-files.ts";

/** The part of a live site that is written to disk: all but the files of its releases, which the release library has. */
export interface SavedPages {
  state: Omit<SiteState, "packages">;
  /** When the oldest of the pages were composed: UTC, ISO 8601. */
  composedAt: string;
  /** The digest of the site's configuration that they were composed with. */
  configuration: Digest;
}

export interface SavedSite {
  /** Undefined before the first set was live. */
  pages: SavedPages | undefined;
  /** The operator's data documents in force. */
  documents: Partial<DataDocuments>;
}

/** Pages that are handled between two yields to requests: about a millisecond. */
const pagesAtOnce = 8;

const effortNames = Object.keys(efforts).filter((name): name is EncodedBody["effort"] => name in efforts);
const bodySchema = v.strictObject({
  etag: v.string(),
  size: v.number(),
  effort: v.picklist(effortNames),
  br: digestSchema,
});
const policySchema = v.record(v.string(), v.string());

/** A page without its bodies. It is signed by this server, and checked because another version of the server may have written it. */
const pageSchema = v.strictObject({
  pageId: v.string(),
  status: v.number(),
  document: bodySchema,
  payload: bodySchema,
  policies: v.strictObject({ usual: policySchema, clean: policySchema }),
  hasFallback: v.boolean(),
  cardTitle: v.nullable(v.string()),
  slots: v.array(v.string()),
  pictures: v.array(v.string()),
  shown: v.array(packageNameSchema),
  reads: v.array(v.picklist(dataDocumentNames)),
  isWhole: v.boolean(),
  fragments: v.array(v.strictObject({ slot: v.string(), key: v.string(), digest: v.string() })),
});

const contentsSchema = v.strictObject({
  build: v.string(),
  set: releaseSetSchema,
  layout: v.unknown(),
  heads: v.array(islandNameSchema),
  paths: v.array(v.string()),
  /** Records of pages by the strings of their keys. */
  pages: v.array(v.strictTuple([v.string(), digestSchema])),
  /** Digests of packed fragments by the digests that pages name them with. */
  fragments: v.array(v.strictTuple([v.string(), digestSchema])),
});

const factsSchema = v.strictObject({
  documents: v.record(v.picklist(dataDocumentNames), digestSchema),
  pages: v.nullable(
    v.strictObject({
      composedAt: v.pipe(v.string(), v.isoTimestamp()),
      format: v.number(),
      configuration: digestSchema,
      contents: digestSchema,
    }),
  ),
});

/** Turns the live site into facts and bodies. Digests are cached, so that only new bodies are hashed. */
export function createSiteWriter(): (
  site: SavedSite,
) => Promise<{ facts: JsonObject; kept: ReadonlyMap<Digest, BodySource> }> {
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
    const kept = new Map<Digest, BodySource>();
    const keep = (text: string): Digest => {
      const bytes = Buffer.from(text);
      const name = toDigest(bytes);
      kept.set(name, bytes);
      return name;
    };
    const documentDigests = Object.fromEntries(
      Object.entries(documents).map(([name, document]) => [name, keep(JSON.stringify(document))]),
    );
    if (!saved) return { facts: toJsonObject({ documents: documentDigests, pages: null }), kept };
    const {
      state: { build, format, set, layout, heads, paths, pages, fragments },
      composedAt,
      configuration,
    } = saved;
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
      kept
        .set(name, () => toRecord(named))
        .set(digest(document), document)
        .set(digest(payload), payload);
      if (list.length % pagesAtOnce === 0) await yieldToRequests();
    }
    const packed: [string, Digest][] = [];
    for (const [name, bytes] of fragments) {
      packed.push([name, digest(bytes)]);
      kept.set(digest(bytes), bytes);
      if (packed.length % pagesAtOnce === 0) await yieldToRequests();
    }
    await yieldToRequests();
    const text = JSON.stringify({ build, set, layout, heads, paths, pages: list, fragments: packed });
    await yieldToRequests();
    const contents = keep(text);
    return {
      facts: toJsonObject({ documents: documentDigests, pages: { composedAt, format, configuration, contents } }),
      kept,
    };
  };
}

/**
 * Reads a state. A document that this version of the server refuses is left out.
 * @throws Error with the reason when the facts or pages are not in this server's form
 */
export async function readSavedSite({ facts, bodies }: RememberedState, format: number): Promise<SavedSite> {
  const parsed = v.safeParse(factsSchema, facts);
  if (!parsed.success)
    throw new Error(
      `its facts are not those of this server: ${v.getDotPath(parsed.issues[0]) ?? ""} ${parsed.issues[0].message}`,
    );
  const { documents, pages } = parsed.output;
  return {
    documents: readDocuments(documents, bodies),
    pages: pages?.format === format ? await readPages(pages, bodies) : undefined,
  };
}

function readDocuments(
  digests: Readonly<Partial<Record<keyof DataDocuments, Digest>>>,
  bodies: RememberedState["bodies"],
): Partial<DataDocuments> {
  let documents: Partial<DataDocuments> = {};
  for (const name of dataDocumentNames) {
    const digest = digests[name];
    if (digest === undefined) continue;
    try {
      documents = { ...documents, [name]: parseDataDocument(name, JSON.parse(String(find(bodies, digest)))) };
    } catch {
      // This version of the server may refuse the document: it is read from the operator's folder, as on a first start.
    }
  }
  return documents;
}

async function readPages(
  saved: NonNullable<v.InferOutput<typeof factsSchema>["pages"]>,
  bodies: RememberedState["bodies"],
): Promise<SavedPages> {
  const {
    build,
    set,
    layout,
    heads,
    paths,
    pages: list,
    fragments: packed,
  } = v.parse(contentsSchema, JSON.parse(String(find(bodies, saved.contents))));
  const pages = new Map<string, LivePage>();
  for (const [key, digest] of list) {
    const { document, payload, ...page } = v.parse(pageSchema, JSON.parse(String(find(bodies, digest))));
    const toBody = ({ br, ...body }: typeof document): EncodedBody => ({ ...body, br: find(bodies, br) });
    pages.set(key, { ...page, document: toBody(document), payload: toBody(payload) });
    if (pages.size % pagesAtOnce === 0) await yieldToRequests();
  }
  const fragments = new Map(packed.map(([name, digest]) => [name, find(bodies, digest)]));
  const parsedLayout = parseLayout(JSON.stringify(layout), "the remembered shell");
  const state = {
    build,
    format: saved.format,
    set,
    heads,
    paths,
    pages,
    fragments,
    layout: parsedLayout,
    index: await indexSite(parsedLayout, pages),
  };
  return { state, composedAt: saved.composedAt, configuration: saved.configuration };
}

function find(bodies: RememberedState["bodies"], digest: Digest): Buffer {
  const bytes = bodies.get(digest);
  if (!bytes) throw new Error(`the body ${digest.slice(0, 16)} is missing`);
  return bytes;
}

import { setImmediate as yieldToRequests } from "node:timers/promises";
import { dataDocumentNames, type DataDocuments, parseDataDocument } from "@site/contracts/documents/data-documents";
import type { Digest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { parseLayout } from "@site/contracts/pages/layout";
import { releaseSetSchema } from "@site/contracts/releases/release-set";
import { islandNameSchema, packageNameSchema } from "@site/contracts/names/island-name";
import * as v from "valibot";
import { type EncodedBody, efforts } from "../pages/encoded-page.ts";
import { indexSite } from "../pages/site-index.ts";
import type { LivePage } from "../pages/site-state.ts";
import { pagesAtOnce, type SavedPages, type SavedSite, type SavedState } from "./saved-site.ts";
import type { RememberedState } from "./state-files.ts";

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
  fragments: v.array(
    v.strictObject({
      slot: v.string(),
      key: v.string(),
      digest: v.string(),
      application: v.exactOptional(v.string()),
      ms: v.exactOptional(v.number()),
    }),
  ),
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

const shareSchema = v.strictObject({
  percent: v.number(),
  first: v.number(),
  steps: v.exactOptional(v.array(v.strictObject({ percent: v.number(), from: v.string() }))),
});

const factsSchema = v.strictObject({
  documents: v.record(v.picklist(dataDocumentNames), digestSchema),
  pages: v.nullable(
    v.strictObject({
      composedAt: v.pipe(v.string(), v.isoTimestamp()),
      format: v.number(),
      configuration: digestSchema,
      contents: digestSchema,
      canary: v.exactOptional(v.strictObject({ contents: digestSchema, share: shareSchema })),
    }),
  ),
});

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
    pages: pages?.format === format ? await readSaved(pages, bodies) : undefined,
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

async function readSaved(
  { contents, format, composedAt, configuration, canary }: NonNullable<v.InferOutput<typeof factsSchema>["pages"]>,
  bodies: RememberedState["bodies"],
): Promise<SavedPages> {
  // Pages that two sets share are read once, and stay one page in memory.
  const known = new Map<Digest, LivePage>();
  const state = await readState(contents, format, bodies, known);
  const beside = canary && { state: await readState(canary.contents, format, bodies, known), share: canary.share };
  return { state, composedAt, configuration, ...(beside && { canary: beside }) };
}

async function readState(
  contents: Digest,
  format: number,
  bodies: RememberedState["bodies"],
  known: Map<Digest, LivePage>,
): Promise<SavedState> {
  const {
    build,
    set,
    layout,
    heads,
    paths,
    pages: list,
    fragments: packed,
  } = v.parse(contentsSchema, JSON.parse(String(find(bodies, contents))));
  const pages = new Map<string, LivePage>();
  for (const [key, digest] of list) {
    const page = known.get(digest) ?? readPage(digest, bodies);
    known.set(digest, page);
    pages.set(key, page);
    if (pages.size % pagesAtOnce === 0) await yieldToRequests();
  }
  const fragments = new Map(packed.map(([name, digest]) => [name, find(bodies, digest)]));
  const parsedLayout = parseLayout(JSON.stringify(layout), "the remembered shell");
  return {
    build,
    format,
    set,
    heads,
    paths,
    pages,
    fragments,
    layout: parsedLayout,
    index: indexSite(parsedLayout, pages),
  };
}

function readPage(digest: Digest, bodies: RememberedState["bodies"]): LivePage {
  const { document, payload, ...page } = v.parse(pageSchema, JSON.parse(String(find(bodies, digest))));
  const toBody = ({ br, ...body }: typeof document): EncodedBody => ({ ...body, br: find(bodies, br) });
  return { ...page, document: toBody(document), payload: toBody(payload) };
}

function find(bodies: RememberedState["bodies"], digest: Digest): Buffer {
  const bytes = bodies.get(digest);
  if (!bytes) throw new Error(`the body ${digest.slice(0, 16)} is missing`);
  return bytes;
}

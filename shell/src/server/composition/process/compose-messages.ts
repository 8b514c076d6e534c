import * as v from "valibot";
import type { Layers } from "@site/contracts/confine/layers";
import { type DataDocumentName, dataDocumentNames, type DataDocuments } from "@site/contracts/documents/data-documents";
import { isPackageName, type PackageName } from "@site/contracts/names/package-name";
import type { IslandName } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type Effort, efforts } from "../../pages/encoded-page.ts";
import type { FragmentRef } from "../../pages/fragment-ref.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { LivePage } from "../../pages/site-state.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import type { FragmentSource } from "../fragments/fragment-source.ts";

/** The argument of a composing process whose render processes stay when they are idle. */
export const keepsProcessesFlag = "--keeps-processes";

/** A page to compose, and the last good fragments of its slots. */
export interface OrderedPage {
  plan: PagePlan;
  fragments: readonly FragmentRef[];
}

/**
 * What a run composes from. A package that the process knows already is only its label. The process gets the plans of the ordered pages, and of the
 * layout what every page shows: to read the whole layout and plan all pages of a large site would take longer than to compose one.
 */
export interface ComposeOrder {
  run: number;
  layout: FragmentSource["layout"];
  /** The format in which the pages are written. */
  format: number;
  packages: readonly (readonly [PackageName, LoadedRelease | string])[];
  data: DataDocuments;
}

/** From the server to the composing process. */
export type ComposeRequest =
  | { kind: "start"; site: SiteConfig; layers: Layers }
  /** Starts a render process ahead: an order follows shortly. */
  | { kind: "warm" }
  | ({ kind: "order" } & ComposeOrder)
  /** Pages of a run, in several messages; after the last one the run begins. */
  | { kind: "pages"; run: number; pages: readonly OrderedPage[]; isLast: boolean }
  /** The fragments that were asked for, without missing ones. */
  | { kind: "fragments"; ask: number; found: readonly (readonly [string, Uint8Array])[] };

/** Bytes of a page's document or payload, and of anything that is sent compressed. More fails the run. */
export const maxTextBytes = 8 * 1024 * 1024;
const maxPackedBytes = 4 * 1024 * 1024;

/** Entries of a list in a message, and characters of what may come from a remote. */
const maxEntries = 50_000;
const maxCharacters = 256 * 1024;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
const list = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.maxLength(maxEntries));
/** Copies bytes of a message: they are a view of the channel's buffer, and would keep all of it in memory. */
const bytes = v.pipe(
  v.custom<Uint8Array>((input) => input instanceof Uint8Array),
  v.check(({ length }) => length <= maxPackedBytes, `more than ${maxPackedBytes} bytes`),
  v.transform((part) => Buffer.from(part)),
);
const digest = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));
const packageName = v.custom<PackageName>((input) => typeof input === "string" && isPackageName(input));

const bodySchema = v.strictObject({
  etag: v.pipe(v.string(), v.regex(/^W\/"[\w-]{20}"$/)),
  br: bytes,
  size: v.pipe(count, v.maxValue(maxTextBytes)),
  effort: v.picklist(Object.keys(efforts).filter((name): name is Effort => name in efforts)),
});

const policySchema = v.record(
  v.pipe(v.string(), v.regex(/^[a-z-]{1,64}$/)),
  v.pipe(v.string(), v.maxLength(16_384), v.regex(/^[^\r\n]*$/)),
);

const pageSchema = v.strictObject({
  status: v.picklist([200, 403, 404, 500]),
  document: bodySchema,
  payload: bodySchema,
  policies: v.strictObject({ usual: policySchema, clean: policySchema }),
  hasFallback: v.boolean(),
  cardTitle: v.nullable(text(maxCharacters)),
  slots: list(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  pictures: list(text(maxCharacters)),
  shown: list(packageName),
  reads: list(v.picklist(dataDocumentNames satisfies readonly DataDocumentName[])),
  isWhole: v.boolean(),
  fragments: list(
    v.strictObject({
      slot: text(maxCharacters),
      key: digest,
      digest,
      application: v.exactOptional(text(maxCharacters)),
      ms: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
    }),
  ),
});

const failureSchema = v.strictObject({
  island: v.custom<IslandName>(
    (input) => typeof input === "string" && input.length <= maxCharacters && input.includes("/"),
  ),
  version: text(100),
  page: text(4096),
  problem: text(maxCharacters),
  at: v.exactOptional(list(text(400))),
  pages: count,
});

/** From the composing process. */
export const reportSchema = v.variant("kind", [
  /** Sent every second while a run is under way. */
  v.strictObject({ kind: v.literal("alive") }),
  v.strictObject({ kind: v.literal("page"), run: count, key: text(4096), page: pageSchema }),
  v.strictObject({ kind: v.literal("fragment"), run: count, digest, packed: bytes }),
  v.strictObject({ kind: v.literal("find"), ask: count, digests: list(digest) }),
  v.strictObject({
    kind: v.literal("composed"),
    run: count,
    failures: list(failureSchema),
    missingLocales: list(v.strictObject({ remote: packageName, version: text(100), locale: text(100) })),
  }),
  v.strictObject({ kind: v.literal("failed"), run: count, problem: text(maxCharacters) }),
]);
export type ComposeReport =
  | Exclude<v.InferInput<typeof reportSchema>, { kind: "page" }>
  | { kind: "page"; run: number; key: string; page: Omit<LivePage, "pageId"> };
export type FailureKind = v.InferOutput<typeof failureSchema>;
export type ReceivedReport = v.InferOutput<typeof reportSchema>;
/** What it reports of an order of pages. */
export type OrderReport = Exclude<ReceivedReport, { kind: "alive" | "find" }>;
export type WrittenPage = Extract<ReceivedReport, { kind: "page" }>["page"];

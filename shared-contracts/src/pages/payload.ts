import { namedReleaseSchema } from "../releases/browser-set.ts";
import type { CountryRule } from "../visitor/country-rule.ts";
import type { IslandData, IslandDataName } from "../documents/data-documents.ts";
import type { HeadScript } from "../islands/head-fragment.ts";
import type { IslandName } from "../names/island-name.ts";
import * as v from "../wire/wire-schema.ts";
import type { PublicSiteConfig, VendorSettings } from "../site/site-config.ts";
import type { Vendor } from "../site/vendor.ts";

/** The part of a page that its islands need to come alive, and that changes with every move. */
export const pagePartsSchema = v.object({
  locale: v.object({ code: v.string(), languageTag: v.string(), prefix: v.string() }),
  page: v.object({ name: v.string(), path: v.string(), params: v.record(v.string(), v.string()), status: v.number() }),
  visitor: v.object({ rule: v.custom<CountryRule>((input) => typeof input === "string") }),
  title: v.string(),
  /**
   * The documents the page's islands asked for, each once. The server validated them when it took them in; here their
   * schemas would weigh more than what they protect, which is markup of this very origin and set.
   */
  data: v.custom<Partial<IslandData>>(v.isRecord),
  /** The settings of the page's vendors. Those of the document's first page are the ones its content policy allows. */
  vendors: v.custom<VendorSettings>(v.isRecord),
  /** The islands that can come alive, by the id of their slot. */
  islands: v.record(
    v.string(),
    v.object({
      island: v.custom<IslandName>((input) => typeof input === "string" && input.includes("/")),
      version: v.string(),
      variant: v.string(),
      data: v.array(v.custom<IslandDataName>((input) => typeof input === "string")),
      vendors: v.optional(v.array(v.custom<Vendor>((input) => typeof input === "string"))),
    }),
  ),
});
export type PageParts = v.InferOutput<typeof pagePartsSchema>;

/** What a document inlines as JSON: the site, once, the page's parts, and what runs once in a document. */
export interface PageState extends PageParts {
  site: PublicSiteConfig;
  /** The addresses of the style sheets whose text stands in the document: nobody needs to load them, nor their hashes. */
  styles: string[];
  /** Absent where the page has none. A payload carries none: a page that needs more vendors is a document of its own. */
  heads?: readonly HeadScript[];
}

/** One slot of a payload: the container's application, its attributes and its HTML. */
export const payloadSlotSchema = v.object({
  application: v.string(),
  /** The hash of everything below: slots with equal keys are equal, whatever page they are on. */
  key: v.string(),
  html: v.string(),
  /** `data-` attributes of the container, without the prefix. */
  attributes: v.record(v.string(), v.string()),
});
export type PayloadSlot = v.InferOutput<typeof payloadSlotSchema>;

/** `{path}/_payload.json`: a page as data (B191). */
export const pagePayloadSchema = v.object({
  /** The format in which the server wrote it: a page of another format is no page of this document. */
  format: v.number(),
  /** The releases of the shell and of the packages the page shows. A page that has another release of what this document has is no page of it. */
  releases: v.record(v.string(), namedReleaseSchema),
  status: v.number(),
  documentTitle: v.string(),
  heading: v.string(),
  description: v.string(),
  canonical: v.nullable(v.string()),
  layout: v.string(),
  /** Vendors the page's content policy allows. A document may show only pages whose vendors are among its own. */
  vendors: v.array(v.custom<Vendor>((input) => typeof input === "string")),
  parts: pagePartsSchema,
  /** The style sheets the page needs, by address. */
  styles: v.array(v.object({ url: v.string(), integrity: v.string() })),
  slots: v.array(payloadSlotSchema),
});
export type PagePayload = v.InferOutput<typeof pagePayloadSchema>;

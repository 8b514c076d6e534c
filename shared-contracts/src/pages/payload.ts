import { namedReleaseSchema } from "../releases/browser-set.ts";
import type { CountryRule } from "../visitor/country-rule.ts";
import type { IslandData, IslandDataName } from "../documents/data-documents.ts";
import type { HeadScript } from "../islands/head-fragment.ts";
import type { IslandName } from "../names/island-name.ts";
import * as wire from "../wire/wire-schema.ts";
import type { PublicSiteConfig, VendorSettings } from "../site/site-config.ts";
import type { Vendor } from "../site/vendor.ts";

/** The part of a page that its islands need to hydrate, and that changes with every soft navigation. */
export const pagePartsSchema = wire.object({
  locale: wire.object({ code: wire.string(), languageTag: wire.string(), prefix: wire.string() }),
  page: wire.object({
    name: wire.string(),
    path: wire.string(),
    params: wire.record(wire.string(), wire.string()),
    status: wire.number(),
  }),
  visitor: wire.object({ rule: wire.custom<CountryRule>((input) => typeof input === "string") }),
  title: wire.string(),
  /**
   * The documents the page's islands asked for, each once. The server validated them when it loaded them. The browser does not
   * check them again: their schemas would cost more bytes than is justified for data of the same origin and set.
   */
  data: wire.custom<Partial<IslandData>>(wire.isRecord),
  /** The settings of the page's vendors. Those of the document's first page are the ones its content policy allows. */
  vendors: wire.custom<VendorSettings>(wire.isRecord),
  /** The islands that can hydrate, by the id of their slot. */
  islands: wire.record(
    wire.string(),
    wire.object({
      island: wire.custom<IslandName>((input) => typeof input === "string" && input.includes("/")),
      version: wire.string(),
      variant: wire.string(),
      data: wire.array(wire.custom<IslandDataName>((input) => typeof input === "string")),
      vendors: wire.optional(wire.array(wire.custom<Vendor>((input) => typeof input === "string"))),
    }),
  ),
});
export type PageParts = wire.InferOutput<typeof pagePartsSchema>;

/** What a document inlines as JSON: the site, once, the page's parts, and what runs once in a document. */
export interface PageState extends PageParts {
  site: PublicSiteConfig;
  /** The addresses of the style sheets whose text is inlined in the document: the browser neither loads them nor checks their hashes. */
  styles: string[];
  /** Absent where the page has none. A payload carries none: a page that needs more vendors is a document of its own. */
  heads?: readonly HeadScript[];
}

/** One slot of a payload: the container's application, its attributes and its HTML. */
export const payloadSlotSchema = wire.object({
  application: wire.string(),
  /** The hash of everything below: slots with equal keys are equal, also on different pages. */
  key: wire.string(),
  html: wire.string(),
  /** `data-` attributes of the container, without the prefix. */
  attributes: wire.record(wire.string(), wire.string()),
});
export type PayloadSlot = wire.InferOutput<typeof payloadSlotSchema>;

const payloadStyleSchema = wire.object({
  url: wire.string(),
  integrity: wire.string(),
  text: wire.optional(wire.string()),
});

/** `{path}/_payload.json`: a page as data (B191). */
export const pagePayloadSchema = wire.object({
  /** The format in which the server wrote it: a page of another format needs a document load. */
  format: wire.number(),
  /** The releases of the shell and of the packages the page shows. A page with another release of a package than this document needs a document load. */
  releases: wire.record(wire.string(), namedReleaseSchema),
  status: wire.number(),
  documentTitle: wire.string(),
  heading: wire.string(),
  description: wire.string(),
  canonical: wire.nullable(wire.string()),
  layout: wire.string(),
  /** Vendors the page's content policy allows. A document may show only pages whose vendors are among its own. */
  vendors: wire.array(wire.custom<Vendor>((input) => typeof input === "string")),
  parts: pagePartsSchema,
  /**
   * The style sheets the page needs, in order. One that only some pages have comes with its text, so that the navigation does not wait for a
   * second answer; those around every page are in the document already.
   */
  styles: wire.array(payloadStyleSchema),
  slots: wire.array(payloadSlotSchema),
});
export type PagePayload = wire.InferOutput<typeof pagePayloadSchema>;
export type PayloadStyle = PagePayload["styles"][number];

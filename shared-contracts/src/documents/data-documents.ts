import * as v from "valibot";
import { ambassadorsSchema } from "./ambassador.ts";
import { geoRulesSchema } from "../visitor/country-rule.ts";
import { downloadLinksSchema } from "./download-link.ts";
import { SiteError } from "../errors/errors.ts";
import { installerChecksumsSchema } from "./installer-checksum.ts";
import { type NavigationItem, navigationsSchema } from "./navigation.ts";
import type { SiteFooter } from "../site/site-footer.ts";
import type { Contacts } from "../site/contact.ts";
import type { Vendor } from "../site/vendor.ts";
import type { Certificate, LegalFacts, SiteFacts } from "../site/site-facts.ts";

/** What an operator can change while the site runs. Each is one JSON document. */
export const dataDocumentSchemas = {
  navigations: navigationsSchema,
  "util-navigations": navigationsSchema,
  "brand-ambassador": ambassadorsSchema,
  "download-links": downloadLinksSchema,
  "geo-rules": geoRulesSchema,
  "installer-checksums": installerChecksumsSchema,
} as const;

export type DataDocumentName = keyof typeof dataDocumentSchemas;
export type DataDocuments = { [N in DataDocumentName]: v.InferOutput<(typeof dataDocumentSchemas)[N]> };

/** Their names, which are those of their files without `.json`. */
export const dataDocumentNames = [
  "navigations",
  "util-navigations",
  "brand-ambassador",
  "download-links",
  "geo-rules",
  "installer-checksums",
] as const satisfies readonly DataDocumentName[];

/**
 * What an island may ask for: documents, and parts of the site's configuration. A page carries what those of its islands
 * asked for that can be hydrated. Download links and geolocation rules never leave the server.
 */
export const islandDataNames = [
  "navigations",
  "util-navigations",
  "brand-ambassador",
  "footer",
  "installer-checksums",
  "contacts",
  "facts",
  "legal",
  "certificate",
  "used-vendors",
] as const;
export type IslandDataName = (typeof islandDataNames)[number];
/** The shape of each of {@link islandDataNames}, in the language of the page. */
export interface IslandData {
  navigations: { items: NavigationItem[] };
  "util-navigations": { items: NavigationItem[] };
  "brand-ambassador": DataDocuments["brand-ambassador"];
  footer: SiteFooter;
  "installer-checksums": DataDocuments["installer-checksums"];
  /** Whom a visitor can reach (B286). */
  contacts: Contacts;
  facts: SiteFacts;
  legal: LegalFacts;
  /** Undefined where the site holds no record (B087). */
  certificate: Certificate | undefined;
  /** The vendors whose code the site may load. */
  "used-vendors": Vendor[];
}

const parsers: { [N in DataDocumentName]: (input: unknown) => DataDocuments[N] } = {
  navigations: v.parser(navigationsSchema),
  "util-navigations": v.parser(navigationsSchema),
  "brand-ambassador": v.parser(ambassadorsSchema),
  "download-links": v.parser(downloadLinksSchema),
  "geo-rules": v.parser(geoRulesSchema),
  "installer-checksums": v.parser(installerChecksumsSchema),
};

/**
 * Parses one data document.
 * @throws SiteError `DATA_DOCUMENT_INVALID` with the path of the first problem, such as `items.2.path`.
 */
export function parseDataDocument<N extends DataDocumentName>(name: N, input: unknown): DataDocuments[N] {
  try {
    return parsers[name](input);
  } catch (cause) {
    if (!(cause instanceof v.ValiError)) throw cause;
    const [issue] = cause.issues;
    throw new SiteError(
      "DATA_DOCUMENT_INVALID",
      { document: name, path: v.getDotPath(issue) ?? "(root)", problem: issue.message },
      { cause },
    );
  }
}

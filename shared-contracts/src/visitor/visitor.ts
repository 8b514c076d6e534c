import * as v from "valibot";
import { countryRules } from "./country-rule.ts";

/** The systems the client exists for. `osx` is any desktop that is not Windows (B115). */
export const platforms = ["windows", "osx", "ios", "android"] as const;
export type Platform = (typeof platforms)[number];

/** What a download can lead to: a system's client, or `mobile`, the download page for phones that Linux gets too (B113, B116). */
export const clients = [...platforms, "mobile"] as const;
export type Client = (typeof clients)[number];

/**
 * What a page may know of its visitor. Only the country rule: it is part of the page's key. Device and `closeRM` are
 * applied in the browser before paint, so that a cached page serves everybody with the same rule.
 */
export const visitorSchema = v.strictObject({ rule: v.picklist(countryRules) });
export type Visitor = v.InferOutput<typeof visitorSchema>;

import * as v from "valibot";
import { countryRules } from "./country-rule.ts";

/**
 * What a page may know of its visitor. Only the country rule: it is part of the page's key. Device and `closeRM` are
 * applied in the browser before paint, so that a cached page serves everybody with the same rule.
 */
export const visitorSchema = v.strictObject({ rule: v.picklist(countryRules) });
export type Visitor = v.InferOutput<typeof visitorSchema>;

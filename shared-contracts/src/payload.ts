import * as v from "valibot";
import { countryRules } from "./country-rule.ts";
import { ambassadorsSchema } from "./ambassador.ts";
import { navigationsSchema } from "./navigation.ts";
import { islandNameSchema } from "./remote.ts";
import { publicSiteConfigSchema } from "./site-config.ts";

/** What a page's islands need to come alive, inlined in its HTML as JSON. */
export const pageStateSchema = v.strictObject({
  site: publicSiteConfigSchema,
  locale: v.strictObject({ code: v.string(), languageTag: v.string(), prefix: v.string() }),
  page: v.strictObject({
    name: v.string(),
    path: v.string(),
    params: v.record(v.string(), v.string()),
    status: v.number(),
  }),
  visitor: v.strictObject({ rule: v.picklist(countryRules) }),
  title: v.string(),
  /** The documents the page's islands asked for, each once. */
  data: v.strictObject({
    navigations: v.optional(navigationsSchema),
    "util-navigations": v.optional(navigationsSchema),
    "brand-ambassador": v.optional(ambassadorsSchema),
  }),
  /** The islands of the page that can come alive, by the id of their slot. */
  islands: v.record(
    v.string(),
    v.strictObject({ island: islandNameSchema, version: v.string(), variant: v.string(), data: v.array(v.string()) }),
  ),
});
export type PageState = v.InferOutput<typeof pageStateSchema>;

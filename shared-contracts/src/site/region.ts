import * as v from "valibot";
import { httpsUrlSchema, sitePathSchema } from "./safe-url.ts";

/** The sixteen regional sites (B078). */
export const regionIds = [
  "GGPCOM",
  "GGPES",
  "GGPFR",
  "GGPEU",
  "GGPBE",
  "GGPBR",
  "GGPBA",
  "GGPCA",
  "GGPFI",
  "GGPDE",
  "GGPHU",
  "GGPNL",
  "GGPPH",
  "GGPPL",
  "GGPUA",
  "GGPUK",
] as const;
export type RegionId = (typeof regionIds)[number];

/** One regional site with the fields of B077. `imagePath` is its flag. */
export const regionSchema = v.strictObject({
  id: v.picklist(regionIds),
  url: httpsUrlSchema,
  imagePath: sitePathSchema,
  countryName: v.pipe(v.string(), v.minLength(1)),
  languageName: v.pipe(v.string(), v.minLength(1)),
  locale: v.string(),
  localeName: v.string(),
});
export type Region = v.InferOutput<typeof regionSchema>;

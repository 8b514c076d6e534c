import * as v from "valibot";
import { isCountryCode } from "../visitor/country-code.ts";
import { httpsUrlSchema } from "../site/safe-url.ts";

/** One link of the download service (B124). Type 6 is preferred, then 2 (B125). */
export const downloadLinkSchema = v.strictObject({
  type: v.pipe(v.number(), v.integer()),
  url: httpsUrlSchema,
});
export type DownloadLink = v.InferOutput<typeof downloadLinkSchema>;

/** The body of `GET /api/download-url`. */
export const downloadUrlSchema = v.strictObject({ links: v.pipe(v.array(downloadLinkSchema), v.maxLength(32)) });
export type DownloadUrl = v.InferOutput<typeof downloadUrlSchema>;

/** The query of `GET /api/download-url` (B123). `country` is ISO 3166, or `ZZ` for unknown. */
export const downloadQuerySchema = v.strictObject({
  brandAlias: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, "expected a brand alias")),
  platform: v.picklist(["ios", "android"]),
  country: v.pipe(v.string(), v.check(isCountryCode, "expected an ISO 3166 country, or ZZ for unknown")),
});
export type DownloadQuery = v.InferOutput<typeof downloadQuerySchema>;

/** The operator's table of links: per brand and platform, with `ZZ` as the line for every other country. */
export const downloadLinksSchema = v.strictObject({
  brands: v.record(
    v.string(),
    v.strictObject({
      ios: v.record(v.string(), v.array(downloadLinkSchema)),
      android: v.record(v.string(), v.array(downloadLinkSchema)),
    }),
  ),
});
export type DownloadLinks = v.InferOutput<typeof downloadLinksSchema>;

/** The link to use: type 6, then type 2, then none (B125). */
export function pickDownloadLink(links: readonly DownloadLink[]): DownloadLink | undefined {
  return links.find((link) => link.type === 6) ?? links.find((link) => link.type === 2);
}

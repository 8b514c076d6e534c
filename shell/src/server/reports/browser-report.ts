import * as v from "valibot";

/** An address, or a word such as `inline` in the place of one. Only its beginning is read, and it is never kept. */
const place = v.optional(v.pipe(v.string(), v.maxLength(8192)), "");

const cspReportSchema = v.object({
  type: v.literal("csp-violation"),
  body: v.object({
    effectiveDirective: v.pipe(v.string(), v.maxLength(64)),
    disposition: v.picklist(["enforce", "report"]),
    blockedURL: place,
    sourceFile: v.nullish(place, ""),
  }),
});

const integrityReportSchema = v.object({
  type: v.literal("integrity-violation"),
  body: v.object({ blockedURL: place, destination: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
});

/** What a browser sends of a page's violations, as the Reporting API writes it: `application/reports+json`. */
export const browserReportsSchema = v.pipe(
  v.array(v.variant("type", [cspReportSchema, integrityReportSchema])),
  v.minLength(1),
  v.maxLength(64),
);
export type BrowserReport = v.InferOutput<typeof browserReportsSchema>[number];

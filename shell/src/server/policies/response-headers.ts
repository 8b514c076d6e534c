/** Headers of every response but pages, by lower-case name. They allow a browser nothing; pages set another policy in place of this one. */
export const inertHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** In place of the header above, for images that other sites may show: link previews exist for that. */
export const sharedHeaders = { "cross-origin-resource-policy": "cross-origin" } as const;

/** On pages of testers, in place of the inert policy: their style sheet, the typeface of the site, and their own forms. */
export const testerPolicy = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
} as const;

/** On pages of the console: as for testers, and no search engine lists them. */
export const consolePolicy = { ...testerPolicy, "x-robots-tag": "noindex, nofollow" } as const;

/** The name of the endpoint for violations in a page's policies. */
export const reportEndpoint = "r";

/** Where browsers send violations. What follows it is the build that the page is of. */
export const reportsPath = "/-/reports";

/** Says where violations of a page of a build are sent to. */
export function toReportingHeader(build: string): { "reporting-endpoints": string } {
  return { "reporting-endpoints": `${reportEndpoint}="${reportsPath}/${build}"` };
}

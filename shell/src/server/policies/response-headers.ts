/** Headers of every response except pages, by lower-case name. They allow a browser nothing; pages have another policy. */
export const inertHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** Replaces the header above for images that other sites may show, such as link previews. */
export const sharedHeaders = { "cross-origin-resource-policy": "cross-origin" } as const;

/** Replaces the inert policy on pages of testers: allows their style sheet, the typeface of the site, and their own forms. */
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

/** The path to which browsers send violations. The build of the page is appended. */
export const reportsPath = "/-/reports";

/** The header with the address for violations on a page of a build. */
export function toReportingHeader(build: string): { "reporting-endpoints": string } {
  return { "reporting-endpoints": `${reportEndpoint}="${reportsPath}/${build}"` };
}

import * as v from "valibot";

/**
 * Third parties whose code a page may load. An island names those it needs; the site's configuration says where each
 * lives, and a page's content policy names the hosts of exactly its own.
 */
export const vendors = ["chat", "consent", "analytics"] as const;
export type Vendor = (typeof vendors)[number];

/** Vendors that a visit with `clean` in its query does without (B215, B216). */
export const vendorsKeptOutByClean: readonly Vendor[] = ["consent", "analytics"];

/** The origin of an address; undefined when it is none. */
export function toOrigin(address: string): string | undefined {
  return URL.parse(address)?.origin;
}

/** A host as a content policy names it: scheme and authority, no path, no wildcard. */
export const originSchema = v.pipe(
  v.string(),
  v.startsWith("https://"),
  v.check(
    (value) => toOrigin(value) === value && !value.includes("*"),
    "expected an https origin without a path or a wildcard",
  ),
);

const originsSchema = v.array(originSchema);

/** Where a vendor's files and answers come from, by what a page does with them. */
const hostsSchema = v.strictObject({
  script: originsSchema,
  connect: originsSchema,
  frame: originsSchema,
  style: originsSchema,
  image: originsSchema,
  font: originsSchema,
});
export type VendorHosts = v.InferOutput<typeof hostsSchema>;

/** The vendors a site uses, with their hosts. */
export const vendorHostsSchema = v.strictObject({
  chat: v.optional(hostsSchema),
  consent: v.optional(hostsSchema),
  analytics: v.optional(hostsSchema),
} satisfies Record<Vendor, unknown>);
export type HostsByVendor = v.InferOutput<typeof vendorHostsSchema>;

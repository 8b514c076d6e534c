import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type HostsByVendor, type Vendor, type VendorHosts, vendorsKeptOutByClean } from "@site/contracts/site/vendor";

/** Headers that limit what a page may load and run, by lower-case name. */
export type PagePolicy = Readonly<Record<string, string>>;

export interface PagePolicyOptions {
  /** The page's one inline script. */
  boot: string;
  /** The page's one inline style sheet. */
  css: string;
  /** The vendors of this page. */
  vendors: readonly Vendor[];
  /** The hosts of each vendor of the site. */
  hosts: HostsByVendor;
  /** The site's image host, where it has one (B229). */
  imageOrigin?: string | undefined;
}

/** Cached hashes of texts that many pages share: the boot script and style sheets, of some tens of kilobytes. */
const sources = new LRUCache<string, string>({ max: 64 });

function toSource(text: string): string {
  const source = sources.get(text) ?? `'sha256-${hash("sha256", text, "base64")}'`;
  sources.set(text, source);
  return source;
}

/** Enforced on pages without vendors only: vendors' scripts assign HTML as strings, and their hashes are not known. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types default site";
const integrity = "blocked-destinations=(script), endpoints=()";

/**
 * The policy of a page. It allows its one inline script and its one style sheet by hash, the scripts that the inline one loads, the hosts
 * of the page's own vendors, and nothing else. Hashes, not nonces, so that a page can be cached.
 *
 * Beside `'strict-dynamic'` a browser ignores hosts in `script-src`; they are there for older browsers. So there are two policies, and a
 * script runs when both allow it. The first refuses parser-inserted scripts. The second refuses every host but this one and the page's own
 * vendors', also for `import()`, workers, empty frames and policies that a script makes for itself. Within these hosts boot's default
 * Trusted Types policy throws for an address that the page does not name. A browser calls it also where trusted types are only required by
 * a policy that reports: so on a vendor's page HTML may be a string, and addresses of scripts are still checked.
 */
export function toPagePolicy({ boot, css, vendors, hosts, imageOrigin }: PagePolicyOptions): PagePolicy {
  const list = (use: keyof VendorHosts): string =>
    [...new Set(vendors.flatMap((vendor) => hosts[vendor]?.[use] ?? []))].map((host) => ` ${host}`).join("");
  const frames = list("frame");
  // The second policy: without `'strict-dynamic'` hosts count, also for what a running script loads.
  const bound = `script-src ${toSource(boot)} 'self'${list("script")}`;
  const content = [
    "default-src 'none'",
    `script-src ${toSource(boot)} 'strict-dynamic'${list("script")}`,
    `style-src 'self' ${toSource(css)}${list("style")}`,
    `img-src 'self'${imageOrigin === undefined ? "" : ` ${imageOrigin}`}${list("image")}`,
    `font-src 'self'${list("font")}`,
    `connect-src 'self'${list("connect")}`,
    ...(frames === "" ? [] : [`frame-src${frames}`]),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  if (vendors.length === 0)
    return { "content-security-policy": `${content}; ${trustedTypes}, ${bound}`, "integrity-policy": integrity };
  return {
    "content-security-policy": `${content}, ${bound}`,
    "content-security-policy-report-only": trustedTypes,
    "integrity-policy-report-only": integrity,
  };
}

/** A page's headers for usual visits, and for visits without consent and analytics. The body is the same in both. */
export interface PagePolicies {
  usual: PagePolicy;
  /** With `clean` in the query (B215, B216). */
  clean: PagePolicy;
}

/** Both policies of a page. The clean one enforces everything when it leaves no vendor. */
export function toPagePolicies(options: PagePolicyOptions): PagePolicies {
  const kept = options.vendors.filter((vendor) => !vendorsKeptOutByClean.includes(vendor));
  return { usual: toPagePolicy(options), clean: toPagePolicy({ ...options, vendors: kept }) };
}

/** The policy of all responses but pages: allows nothing. */
export const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

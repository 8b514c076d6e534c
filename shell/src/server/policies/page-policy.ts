import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { reportEndpoint } from "./response-headers.ts";
import { type HostsByVendor, type Vendor, type VendorHosts, vendorsKeptOutByClean } from "@site/contracts/site/vendor";

/** Headers that limit what a page may load and run, by lower-case name. */
export type PagePolicy = Readonly<Record<string, string>>;

export interface PagePolicyOptions {
  /** The page's inline scripts. */
  scripts: readonly string[];
  /** The page's inline style sheet. */
  css: string;
  /** The sources of the style sheets that show the headline in its font, on a page that has them. */
  headlineSources?: string | undefined;
  /** The vendors of this page. */
  vendors: readonly Vendor[];
  /** The hosts of each vendor of the site. */
  hosts: HostsByVendor;
  /** The site's image host, where it has one (B229). */
  imageOrigin?: string | undefined;
}

/** Cached hashes of texts that many pages share: the inline scripts and style sheets, of some tens of kilobytes. */
const sources = new LRUCache<string, string>({ max: 64 });

function toSource(text: string): string {
  const source = sources.get(text) ?? `'sha256-${hash("sha256", text, "base64")}'`;
  sources.set(text, source);
  return source;
}

/** Enforced on pages without vendors only: vendors' scripts assign HTML as strings, and their hashes are not known. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types default site";
const integrity = "blocked-destinations=(script)";

/**
 * The browser sends violations to the endpoint of this name, whose address is in `Reporting-Endpoints`. Violations of report-only policies are not
 * sent, because on a page with vendors every visit violates them.
 */
const reportTo = `report-to ${reportEndpoint}`;

/**
 * The policy of a page. It allows its inline scripts and its style sheets by hash, the scripts that the inline ones load, the hosts of the page's own
 * vendors, and nothing else. It uses hashes in place of nonces, so that a page can be cached.
 *
 * With `'strict-dynamic'` a browser ignores hosts in `script-src`; they are there for older browsers. So there are two policies, and a script runs
 * when both allow it. The first refuses parser-inserted scripts. The second refuses every host but this one and the page's own vendors', also for
 * `import()`, workers, empty frames and policies that a script makes for itself. Within these hosts boot's default Trusted Types policy throws for an
 * address that the page does not name. A browser calls it also when only a report-only policy requires trusted types: so on a vendor's page HTML may
 * be a string, and addresses of scripts are still checked.
 */
export function toPagePolicy(options: PagePolicyOptions): PagePolicy {
  const { css, headlineSources, vendors, hosts, imageOrigin } = options;
  const scripts = options.scripts.map(toSource).join(" ");
  const list = (use: keyof VendorHosts): string =>
    [...new Set(vendors.flatMap((vendor) => hosts[vendor]?.[use] ?? []))].map((host) => ` ${host}`).join("");
  const frames = list("frame");
  // The second policy: without `'strict-dynamic'` hosts count, also for what a running script loads.
  const bound = `script-src ${scripts} 'self'${list("script")}; ${reportTo}`;
  const content = [
    "default-src 'none'",
    `script-src ${scripts} 'strict-dynamic'${list("script")}`,
    `style-src 'self' ${toSource(css)}${headlineSources === undefined ? "" : ` ${headlineSources}`}${list("style")}`,
    `img-src 'self'${imageOrigin === undefined ? "" : ` ${imageOrigin}`}${list("image")}`,
    `font-src 'self'${headlineSources === undefined ? "" : " data:"}${list("font")}`,
    `connect-src 'self'${list("connect")}`,
    ...(frames === "" ? [] : [`frame-src${frames}`]),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  if (vendors.length === 0)
    return {
      "content-security-policy": `${content}; ${trustedTypes}; ${reportTo}, ${bound}`,
      "integrity-policy": `${integrity}, endpoints=(${reportEndpoint})`,
    };
  return {
    "content-security-policy": `${content}; ${reportTo}, ${bound}`,
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

/** A page's headers with which the given origins may frame it. */
export function toFramedPolicy(policy: PagePolicy, origins: readonly string[]): PagePolicy {
  const content = policy["content-security-policy"]?.replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${origins.join(" ")}`,
  );
  return content === undefined ? policy : { ...policy, "content-security-policy": content };
}

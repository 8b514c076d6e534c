import type { SiteConfig } from "@site/contracts/site/site-config";
import { toEmbeddingClass } from "../../../layout/embedding-class.ts";
import type { LivePage } from "../../pages/site-state.ts";
import { toFramedPolicy } from "../../policies/page-policy.ts";
import { toReportingHeader } from "../../policies/response-headers.ts";
import { variantHeader } from "../../visitor/site-variant.ts";

/** Headers by lower-case name. */
type Headers = Readonly<Record<string, string>>;

interface PageHeaderOptions {
  /** The query of the address without its question mark. `clean` picks the policy without consent and analytics; the body is the same. */
  query: string;
  /** The origins that may show the page inside of a frame. */
  frames: readonly string[];
  /** The build to which a browser's reports are assigned. */
  build: string;
}

/** The policies of a page, its type, and where a browser reports violations to. */
export function toPageHeaders({ policies }: LivePage, { query, frames, build }: PageHeaderOptions): Headers {
  const isClean = query.includes("clean") && new URLSearchParams(query).has("clean");
  const policy = isClean ? policies.clean : policies.usual;
  return {
    ...(frames.length > 0 ? toFramedPolicy(policy, frames) : policy),
    ...toReportingHeader(build),
    "content-type": "text/html; charset=utf-8",
  };
}

/** Seconds for which a reverse proxy may answer with a page before it revalidates. A browser always revalidates. */
const sharedLifeSeconds = 10;

/**
 * Who may cache a page: the visitor's browser, or, when a reverse proxy caches pages by variant and asked for this one, also that proxy for
 * `sharedLifeSeconds` seconds.
 * @param dependsOn the headers that it depends on beside the encoding: such a page is never shared
 */
export function toCacheHeaders(isShared: boolean, dependsOn = ""): Headers {
  if (isShared && dependsOn === "")
    return {
      "cache-control": `public, max-age=0, s-maxage=${sharedLifeSeconds}`,
      vary: `Accept-Encoding, ${variantHeader}`,
    };
  return {
    "cache-control": "private, no-cache",
    vary: dependsOn === "" ? "Accept-Encoding" : `Accept-Encoding, ${dependsOn}`,
  };
}

/** The origins that may frame a page: the configured clients, when its query says that it is embedded (B210). */
export function listFrames({ embeddingOrigins = [], isNsus }: SiteConfig, query: string): string[] {
  if (embeddingOrigins.length === 0 || toEmbeddingClass(new URLSearchParams(query), isNsus ? "all" : "") === "")
    return [];
  return embeddingOrigins.map((url) => new URL(url).origin);
}

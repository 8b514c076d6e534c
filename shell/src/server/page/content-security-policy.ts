import { createHash } from "node:crypto";

function toSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * The policy of a page: its one inline script and its one style sheet by hash, whatever that script loads with
 * integrity, and nothing else. Hashes, not nonces, so that a page can be cached.
 */
export function toPagePolicy(boot: string, css: string): string {
  return [
    "default-src 'none'",
    `script-src ${toSource(boot)} 'strict-dynamic'`,
    `style-src 'self' ${toSource(css)}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default site",
  ].join("; ");
}

/** The policy of everything that is not a page: it may do nothing. */
export const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

import { isSitePath } from "@site/contracts/site/safe-url";

/**
 * Where a redirect leads, as its header says it: in the characters that a header may have. The query of the request is handed to our own
 * pages alone: behind the query that the redirect names, and in front of its fragment.
 * @param origin the site's own
 */
export function toLocation(redirect: string, query: string, origin: string): string {
  const { href, pathname, search, hash } = new URL(redirect, origin);
  if (!isSitePath(redirect)) return href;
  // Without its dots, `/.//host/` begins with two slashes, which in a header name a host.
  const path = pathname.replace(/^\/{2,}/, "/");
  return `${path}${search}${search === "" ? query : query.replace("?", "&")}${hash}`;
}

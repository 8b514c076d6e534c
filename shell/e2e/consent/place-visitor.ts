import type { Page } from "playwright";
import type { VendorSite } from "./vendor-site.ts";

/** The header that is added to requests of a page. */
const headersOf = new WeakMap<Page, Record<string, string>>();

/**
 * Has a page's visitor be in a country from now on; undefined where it is unknown. The header by which an edge says so is added to the requests for which the
 * site reads it: documents, and the visitor's place. Headers that the browser adds to every request go to third parties too, which would be asked for leave
 * first: for that the driver had to intercept all requests, which disables the browser's cache.
 */
export async function placeVisitor(
  page: Page,
  { origin }: Pick<VendorSite, "origin">,
  country: string | undefined,
): Promise<void> {
  const isPlaced = headersOf.has(page);
  headersOf.set(page, country === undefined ? {} : { "cf-ipcountry": country });
  if (isPlaced) return;
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const all = { ...request.headers, ...headersOf.get(page) };
    const headers = Object.entries(all).map(([name, value]) => ({ name, value }));
    // The page may have been left meanwhile.
    session.send("Fetch.continueRequest", { requestId, headers }).catch(() => undefined);
  });
  await session.send("Fetch.enable", {
    patterns: [{ urlPattern: `${origin}/*`, resourceType: "Document" }, { urlPattern: `${origin}/api/visitor` }],
  });
}

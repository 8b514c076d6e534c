import { closeRegionCookie } from "@site/contracts/site/cookie-names";

/** Seconds the cookie is kept: 400 days, the longest that browsers keep any. Local storage does not expire. */
const cookieSeconds = 400 * 86_400;

/** Whether this visitor has closed a region notice (B136, B143): their cookie says so, or their storage. */
export function isNoticeClosed(): boolean {
  return document.cookie.split("; ").includes(`${closeRegionCookie}=1`) || readStorage() === "1";
}

/** Remembers it for every page to come, and for the rest of this one (B139, B145, B156). Where cookies and storage are off, only the rest of this document remembers. */
export function rememberClosedNotice(): void {
  document.documentElement.dataset["closeRm"] = "1";
  document.cookie = `${closeRegionCookie}=1;path=/;max-age=${cookieSeconds};samesite=lax;secure`;
  try {
    localStorage.setItem(closeRegionCookie, "1");
  } catch {
    // Storage is off or full: the cookie is enough.
  }
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(closeRegionCookie);
  } catch {
    return null;
  }
}

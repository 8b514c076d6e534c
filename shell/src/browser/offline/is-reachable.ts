/** Milliseconds the site may take to answer at all: a connection made anew on a slow line takes more than two seconds. */
const timeoutMs = 4000;

/**
 * Whether the site answers: a document load then shows one of its pages, perhaps an error page, and not the browser's own.
 * @param whenSilent the answer for a site that has said nothing when the time is over, which may be no more than a slow line
 */
export async function isReachable(whenSilent = false): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(`/builds/latest.json?${Date.now()}`, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch (error) {
    // The time limit rejects with a DOMException, a refused connection does not. Or a third party's script has removed `fetch`: only a document load can tell.
    return (whenSilent && error instanceof DOMException) || typeof fetch !== "function";
  }
}

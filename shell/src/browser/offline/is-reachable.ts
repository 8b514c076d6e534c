/** Milliseconds the site may take to answer at all: a connection made anew on a slow line takes more than two seconds. */
const timeoutMs = 4000;
/** Milliseconds the page itself may take, where a visitor asked for it. A line that is silent for as long is dead. */
const askedTimeoutMs = 12_000;

/**
 * Whether the site answers: a document load then shows one of its pages, perhaps an error page, and not the browser's own.
 * @param isAsked whether a visitor waits for the page at the present address: then that is what has to answer, and a slow line has the time it needs
 */
export async function isReachable(isAsked = false): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(isAsked ? location.href : `/builds/latest.json?${Date.now()}`, {
      method: "HEAD",
      // A redirect to another site is an answer too.
      redirect: "manual",
      signal: AbortSignal.timeout(isAsked ? askedTimeoutMs : timeoutMs),
    });
    return true;
  } catch {
    // A third party's script may have removed `fetch`: only a document load can tell.
    return typeof fetch !== "function";
  }
}

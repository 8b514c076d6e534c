/** Milliseconds the site may take to answer at all. */
const timeoutMs = 2000;

/** Whether the site answers: a document load then shows one of its pages, be it an error page, and not the browser's own. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(`/builds/latest.json?${Date.now()}`, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    // Where a third party's script took `fetch` away, only a document load can tell.
    return typeof fetch !== "function";
  }
}

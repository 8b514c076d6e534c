/** Milliseconds the site may take to answer at all. */
const timeoutMs = 2000;

/** Whether the site answers: a document load then shows one of its pages, perhaps an error page, and not the browser's own. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(`/builds/latest.json?${Date.now()}`, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    // A third party's script has removed `fetch`: only a document load can tell.
    return typeof fetch !== "function";
  }
}

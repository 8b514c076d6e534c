/** Milliseconds the site may take to answer at all. */
const timeoutMs = 2000;

/** Whether the site answers: a document load then shows one of its pages, be it an error page, and not the browser's own. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch(`/builds/latest.json?${Date.now()}`, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) }).then(() => true, () => false);
}

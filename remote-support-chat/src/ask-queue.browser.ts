import { fetchTwice } from "@site/contracts/api/fetch-twice";

/** Timeout in milliseconds of the queue. */
const queueTimeoutMs = 5000;

/**
 * The parsed response of the configured queue. The request has no cookies and is retried once when that may help (B230); the shared API client is
 * larger than the rest of this remote.
 * @throws when there is no response in time, or it is not JSON, or unsuccessful
 */
export async function askQueue(url: string, left: AbortSignal): Promise<unknown> {
  // A prerendered page may never be shown, so the request waits until the page is shown.
  if ("prerendering" in document && document.prerendering)
    await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  const init: RequestInit = {
    signal: AbortSignal.any([left, AbortSignal.timeout(queueTimeoutMs)]),
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
  };
  const response = await fetchTwice(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const answer: unknown = await response.json();
  return answer;
}

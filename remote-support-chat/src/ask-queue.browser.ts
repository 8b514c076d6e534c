import { fetchTwice } from "@site/contracts/api/fetch-twice";

/** Milliseconds the queue has to answer. */
const queueTimeoutMs = 5000;

/**
 * The parsed answer of the configured queue. The request carries no cookies and is sent a second time where that may help
 * (B230); the shared API client is larger than the rest of this remote.
 * @throws when there is no answer in time, or it is not JSON, or not a good one
 */
export async function askQueue(url: string, left: AbortSignal): Promise<unknown> {
  // A prerendered page may never be shown, so the request waits until it is.
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

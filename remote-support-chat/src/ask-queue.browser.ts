import { fetchTwice } from "@site/contracts/fetch-twice";

/** Milliseconds the queue has to answer. */
const patience = 5000;

/**
 * The answer of the configured queue as it came, and nobody's cookies with the question. A GET is asked twice where that may
 * help (B230); the whole client would weigh more than the rest of this remote.
 * @throws when there is no answer in time, or it is not JSON, or not a good one
 */
export async function askQueue(url: string, left: AbortSignal): Promise<unknown> {
  // A page that is rendered ahead may never be seen.
  if ("prerendering" in document && document.prerendering) await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  const init: RequestInit = { signal: AbortSignal.any([left, AbortSignal.timeout(patience)]), credentials: "omit", cache: "no-store", redirect: "error" };
  const response = await fetchTwice(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const answer: unknown = await response.json();
  return answer;
}

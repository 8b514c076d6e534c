/** Answers after which a GET is asked once more (B230). */
export const retryStatusCodes = [408, 409, 425, 429, 500, 502, 503, 504];

/**
 * Gets an address, and once more when there was no answer or one of {@link retryStatusCodes} (B230, B231): for code that has
 * no room for a client. A time limit in `init.signal` is for both attempts together.
 * @throws what the second attempt throws
 */
export async function fetchTwice(url: string, init: RequestInit): Promise<Response> {
  const first = await fetch(url, init).catch(() => undefined);
  return first && !retryStatusCodes.includes(first.status) ? first : fetch(url, init);
}

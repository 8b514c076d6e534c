import { fetchTwice } from "@site/contracts/api/fetch-twice";
import { type VisitorAnswer, visitorAnswerSchema } from "@site/contracts/visitor/visitor-answer";
import { visitorPath } from "@site/contracts/visitor/visitor-path";

/** Timeout in milliseconds of the request for the visitor's place, including the retry (B230). */
const timeoutMs = 3000;

/**
 * Requests the visitor's place from the API. A page is the same for every country with the same country rule, so its HTML does not contain the place.
 * @throws Error when there is no response, or an invalid one
 */
export async function findPlace(): Promise<VisitorAnswer> {
  const response = await fetchTwice(visitorPath, { signal: AbortSignal.timeout(timeoutMs) });
  const answer: unknown = response.ok ? await response.json() : undefined;
  if (visitorAnswerSchema.is(answer)) return answer;
  throw new Error("the site did not say where the visitor is");
}

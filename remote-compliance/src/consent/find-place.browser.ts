import { fetchTwice } from "@site/contracts/api/fetch-twice";
import { type VisitorAnswer, visitorAnswerSchema } from "@site/contracts/visitor/visitor-answer";
import { visitorPath } from "@site/contracts/visitor/visitor-path";

/** Milliseconds the site may take to say where its visitor is, with the second attempt (B230). */
const timeoutMs = 3000;

/**
 * Asks the API where the visitor is. A page is the same for every country with the same rule, so its HTML does not say.
 * @throws Error when there is no answer, or none of the kind
 */
export async function findPlace(): Promise<VisitorAnswer> {
  const response = await fetchTwice(visitorPath, { signal: AbortSignal.timeout(timeoutMs) });
  const answer: unknown = response.ok ? await response.json() : undefined;
  if (visitorAnswerSchema.is(answer)) return answer;
  throw new Error("the site did not say where the visitor is");
}

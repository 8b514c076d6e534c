import { type VisitorAnswer, visitorAnswerSchema, visitorPath } from "@site/contracts/visitor-answer";

/** Milliseconds the site may take to say where its visitor is. */
const timeout = 3000;

/**
 * Asks where the visitor is. Pages are the same for every country of a rule, so none of them can say it.
 * @throws Error when there is no answer, or none of the kind
 */
export async function findPlace(): Promise<VisitorAnswer> {
  const response = await fetch(visitorPath, { signal: AbortSignal.timeout(timeout) });
  const answer: unknown = response.ok ? await response.json() : undefined;
  if (visitorAnswerSchema.is(answer)) return answer;
  throw new Error("nobody said where the visitor is");
}

import { toProblem } from "../src/errors/errors.ts";

/**
 * Why a request has no answer, such as `connect ECONNREFUSED 127.0.0.1:3000`. Node's `fetch` says `fetch failed` of all that keeps it from one, and has the
 * reason as its cause: for a name with several addresses, that of each.
 */
export function toRequestProblem(error: unknown): string {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return toProblem(error);
  const { cause } = error;
  return cause instanceof AggregateError ? cause.errors.map(toProblem).join(", ") : toProblem(cause);
}

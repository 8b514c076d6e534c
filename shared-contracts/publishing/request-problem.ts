import * as v from "valibot";
import { toProblem } from "../src/errors/errors.ts";

/** A refusal of a site, as RFC 9457 writes it: its code and what to do. */
const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ title: v.string(), detail: v.string() }));

/** Characters of any other answer that are repeated. */
const mostCharacters = 500;

/**
 * Why a request has no answer, such as `connect ECONNREFUSED 127.0.0.1:3000`. Node's `fetch` says `fetch failed` of all that keeps it from one, and has the
 * reason as its cause: for a name with several addresses, that of each.
 */
export function toRequestProblem(error: unknown): string {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return toProblem(error);
  const { cause } = error;
  return cause instanceof AggregateError ? cause.errors.map(toProblem).join(", ") : toProblem(cause);
}

/** What an answer says that is no success, such as `/-/live answers 401 TOKEN_MISSING: This address needs a token`. */
export async function readAnswerProblem(path: string, response: Response): Promise<string> {
  const text = await response.text();
  const refusal = v.safeParse(refusalSchema, text);
  if (!refusal.success) return `${path} answers ${response.status}: ${text.slice(0, mostCharacters)}`;
  const { title, detail } = refusal.output;
  return `${path} answers ${response.status} ${title}: ${detail.replace(/\.$/, "")}`;
}

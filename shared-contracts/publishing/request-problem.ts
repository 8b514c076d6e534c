import * as v from "valibot";
import { isSiteError, toProblem } from "../src/errors/errors.ts";

/** A refusal of a site, as RFC 9457 writes it: its code and what to do. */
const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ title: v.string(), detail: v.string() }));

/** Characters of any other answer that are repeated. */
const mostCharacters = 500;

/**
 * Why a request got no answer, such as `connect ECONNREFUSED 127.0.0.1:3000`. Node's `fetch` throws `fetch failed` for every reason and has the real
 * one as its cause, which may be nested. For a name with several addresses it is the reason for each address.
 */
export function toRequestProblem(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toProblem).join(", ");
  return isAround(error) && error.cause instanceof Error ? toRequestProblem(error.cause) : toProblem(error);
}

/** Whether an error only says that a request got no answer, with the reason as its cause: from `fetch`, from the retry library, or from `requestJson`. */
function isAround(error: unknown): error is Error {
  return (
    error instanceof TypeError ||
    isSiteError(error, "HTTP_UNREACHABLE") ||
    (error instanceof Error && error.name === "FetchError")
  );
}

/** What an answer says that is no success, such as `/-/live answers 401 TOKEN_MISSING: This address needs a token`. */
export async function readAnswerProblem(path: string, response: Response): Promise<string> {
  const text = await response.text();
  const refusal = parseRefusal(text);
  if (!refusal) return `${path} answers ${response.status}: ${text.slice(0, mostCharacters)}`;
  return `${path} answers ${response.status} ${refusal.title}: ${refusal.detail.replace(/\.$/, "")}`;
}

/** The code and the sentence of a site's refusal; undefined for any other text, as of a proxy. */
export function parseRefusal(text: string): v.InferOutput<typeof refusalSchema> | undefined {
  const refusal = v.safeParse(refusalSchema, text);
  return refusal.success ? refusal.output : undefined;
}

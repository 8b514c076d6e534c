import * as v from "valibot";
import { isSiteError, toProblem } from "../src/errors/errors.ts";

/** A site's refusal in the format of RFC 9457: its code and advice. */
const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ title: v.string(), detail: v.string() }));

/** Maximum characters that are quoted of another answer. */
const mostCharacters = 500;

/**
 * Why a request got no response, such as `connect ECONNREFUSED 127.0.0.1:3000`. Node's `fetch` throws `fetch failed` for every reason and has the
 * real one as its cause, which may be nested. For a name with several addresses it is the reason for each address.
 */
export function toRequestProblem(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toProblem).join(", ");
  return isAround(error) && error.cause instanceof Error ? toRequestProblem(error.cause) : toProblem(error);
}

/** Whether an error only wraps the reason why a request got no response: from `fetch`, from the retry library, or from `requestJson`. */
function isAround(error: unknown): error is Error {
  return (
    error instanceof TypeError ||
    isSiteError(error, "HTTP_UNREACHABLE") ||
    (error instanceof Error && error.name === "FetchError")
  );
}

/** The problem of an unsuccessful response, such as `/-/live answers 401 TOKEN_MISSING: This address needs a token`. */
export async function readAnswerProblem(path: string, response: Response): Promise<string> {
  const text = await response.text();
  const refusal = parseRefusal(text);
  if (!refusal) return `${path} answers ${response.status}: ${toLine(text)}`;
  return `${path} answers ${response.status} ${refusal.title}: ${refusal.detail.replace(/\.$/, "")}`;
}

/** The beginning of a text, as of a proxy's page, in one line. */
function toLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, mostCharacters);
}

/** The code and the sentence of a site's refusal; undefined for another text, such as a proxy's. */
export function parseRefusal(text: string): v.InferOutput<typeof refusalSchema> | undefined {
  const refusal = v.safeParse(refusalSchema, text);
  return refusal.success ? refusal.output : undefined;
}

import { isSiteError, toProblem } from "@site/contracts/errors";

/** Characters of a problem that are repeated in a sentence. What was refused may have chosen them. */
const maxCharacters = 240;

/**
 * What was wrong, as a part of another sentence: without the advice of the error it comes from, and without control characters, which
 * would reach a terminal or a log.
 */
export function toProblemText(error: unknown): string {
  const problem = isSiteError(error) ? error.details["problem"] : undefined;
  const [sentence = ""] = String(problem ?? toProblem(error)).split(/\.(?: (?=[A-Z])|$)/);
  return sentence.replaceAll(/\p{Cc}/gu, "?").slice(0, maxCharacters);
}

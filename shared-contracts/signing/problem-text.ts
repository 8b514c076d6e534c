import { isSiteError, toProblem } from "@site/contracts/errors";

/** Characters of a problem that a message repeats. They may come from the refused document. */
const maxCharacters = 240;

/**
 * An error's problem, to be put into another sentence: without the error's advice, and without control characters, which
 * would reach a terminal or a log.
 */
export function toProblemText(error: unknown): string {
  const problem = isSiteError(error) ? error.details["problem"] : undefined;
  const [sentence = ""] = String(problem ?? toProblem(error)).split(/\.(?: (?=[A-Z])|$)/);
  return sentence.replaceAll(/\p{Cc}/gu, "?").slice(0, maxCharacters);
}

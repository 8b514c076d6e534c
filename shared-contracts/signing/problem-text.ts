import { isSiteError, toProblem } from "@site/contracts/errors";

/** Maximum characters that a message quotes of a problem. They may come from the refused document. */
const maxCharacters = 240;

/**
 * An error's problem for use in another sentence: without the error's advice, and without control characters, which could reach a terminal or a log.
 */
export function toProblemText(error: unknown): string {
  const problem = isSiteError(error) ? error.details["problem"] : undefined;
  const [sentence = ""] = String(problem ?? toProblem(error)).split(/\.(?: (?=[A-Z])|$)/);
  return sentence.replaceAll(/\p{Cc}/gu, "?").slice(0, maxCharacters);
}

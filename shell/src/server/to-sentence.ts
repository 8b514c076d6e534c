import { isSiteError, toProblem } from "@site/contracts/errors";

/** The last line of a program that ends with an error: `ADDRESS_UNUSABLE: The server cannot listen at …`, or the sentence alone for an error without a code. */
export function toSentence(error: unknown): string {
  return isSiteError(error) ? `${error.code}: ${error.message}` : toProblem(error);
}

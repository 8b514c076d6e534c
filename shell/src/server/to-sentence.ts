import { isSiteError, toProblem } from "@site/contracts/errors";

/** What a program says of anything thrown when it ends: `ADDRESS_UNUSABLE: The server cannot listen at …`, or the sentence alone. */
export function toSentence(error: unknown): string {
  return isSiteError(error) ? `${error.code}: ${error.message}` : toProblem(error);
}

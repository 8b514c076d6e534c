import { isSiteError } from "@site/contracts/errors";

/** Whether a document was refused for its signatures, and not because it is damaged or missing. */
export function isTrustError(error: unknown): boolean {
  return isSiteError(error) && isTrustCode(error.code);
}

/** Whether an error's code is about signatures. */
export function isTrustCode(code: string): boolean {
  return /^(KEY|ROLE|SIGNATURES?)_/.test(code);
}

import { isSiteError } from "@site/contracts/errors";

/** Whether something was refused because of its signatures, and not because it is damaged or missing. */
export function isTrustError(error: unknown): boolean {
  return isSiteError(error) && isTrustCode(error.code);
}

/** Whether an error's code is of signatures. */
export function isTrustCode(code: string): boolean {
  return /^(KEY|ROLE|SIGNATURES?)_/.test(code);
}

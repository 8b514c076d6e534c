import { isSiteError } from "@site/contracts/errors";

/** Whether something was refused because of its signatures, and not because it is damaged or missing. */
export function isTrustError(error: unknown): boolean {
  return isSiteError(error) && /^(KEY|ROLE|SIGNATURES?)_/.test(error.code);
}

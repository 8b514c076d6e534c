import { isSiteError } from "@site/contracts/errors";

/** Whether something is refused for whose signature it has, and not because it is damaged or missing. */
export function isTrustError(error: unknown): boolean {
  return isSiteError(error) && /^(KEY|ROLE|SIGNATURES?)_/.test(error.code);
}

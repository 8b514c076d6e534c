import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import type { Signer } from "@site/contracts/signing/signed-document";
import { openSigner } from "./open-signer.ts";
import type { Trust } from "./trust.ts";

/** Why the key file of `CHECK_KEY` cannot be used, without the advice that is meant for other keys. */
export function toCheckKeyProblem(error: unknown): string {
  return isSiteError(error, "KEY_NOT_FOUND") ? "there is no such file" : toProblem(error).replace(/\.$/, "");
}

/**
 * Opens the key of the release check from the file of `CHECK_KEY`. Its errors name that variable, because the team that publishes to this server
 * reads them, and has a key of its own.
 * @throws SiteError `CHECK_KEY_INVALID`
 */
export async function openCheckKey(file: string, trust: Trust): Promise<Signer> {
  try {
    return await openSigner("", { kind: "check" }, trust, undefined, file);
  } catch (cause) {
    throw new SiteError("CHECK_KEY_INVALID", { file, problem: toCheckKeyProblem(cause) }, { cause });
  }
}

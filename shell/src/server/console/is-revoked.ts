import { isSiteError } from "@site/contracts/errors";
import type { ReleaseStore } from "../releases/release-store.ts";

/** Whether a key that an admitted release was signed with was revoked since: no server makes it live again. */
export async function isRevoked(store: Pick<ReleaseStore, "check">, name: string, version: string): Promise<boolean> {
  try {
    await store.check(name, version);
    return false;
  } catch (error) {
    return isSiteError(error, "KEY_REVOKED");
  }
}

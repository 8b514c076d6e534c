import { isSiteError } from "@site/contracts/errors";
import { requireStore } from "../../src/server/releases/stores/store-marker.ts";

/** Whether a folder contains a release store, also one that this version cannot read. Documents and tokens may be made before it. */
export function isStore(storeDir: string): boolean {
  try {
    requireStore(storeDir);
    return true;
  } catch (error) {
    return !isSiteError(error, "STORE_NOT_FOUND");
  }
}

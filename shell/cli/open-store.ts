import { join } from "node:path";
import type { Environment } from "../src/server/environment.ts";
import { createFileStore } from "../src/server/release/file-store.ts";
import type { ReleaseStore } from "../src/server/release/release-store.ts";
import { type KeyRing, loadKeyRing } from "../src/server/release/signing.ts";

/** The release store of an environment, and what publishing into it needs. */
export interface OpenedStore {
  store: ReleaseStore;
  keys: KeyRing;
  /** A folder on the store's disk for what is not complete yet. */
  staging: string;
}

/** Opens the release store of an environment. Every command and both ways to start a server open it here. */
export function openStore({ storeDir }: Environment): OpenedStore {
  const keys = loadKeyRing(storeDir);
  return { keys, store: createFileStore(storeDir, keys), staging: join(storeDir, "staging") };
}

import { join } from "node:path";
import type { Environment } from "../src/server/environment.ts";
import { createFileStore } from "../src/server/release/file-store.ts";
import type { ReleaseStore } from "../src/server/release/release-store.ts";
import { type KeyRing, loadKeyRing } from "../src/server/release/signing.ts";
import { isUnmarkedStore, markStore, requireStore } from "../src/server/release/store-marker.ts";
import { defaultStoreDir } from "./workspace.ts";

/** The release store of an environment, and what publishing into it needs. */
export interface OpenedStore {
  store: ReleaseStore;
  keys: KeyRing;
  /** A folder on the store's disk for what is not complete yet. */
  staging: string;
}

/**
 * Opens the release store of an environment. Every command and both ways to start a server open it here.
 * @throws SiteError `STORE_NOT_FOUND`, `STORE_UNMARKED` or `STORE_VERSION_UNSUPPORTED`; nothing is created then
 */
export function openStore({ storeDir }: Environment): OpenedStore {
  requireStore(storeDir);
  const keys = loadKeyRing(storeDir);
  return { keys, store: createFileStore(storeDir, keys), staging: join(storeDir, "staging") };
}

/**
 * Makes the release store of an environment, with keys for development. What is there already stays.
 * @returns whether it was not a store before
 * @throws SiteError `STORE_FOLDER_TAKEN` for a folder with other things in it
 */
export function initStore({ storeDir }: Environment): boolean {
  const created = markStore(storeDir);
  createFileStore(storeDir, loadKeyRing(storeDir));
  return created;
}

/** Opens the store to serve from. The default one is made when it is not there; one from before stores had a marker is taken over. */
export function openOwnStore(environment: Environment): OpenedStore {
  if (environment.storeDir === defaultStoreDir || isUnmarkedStore(environment.storeDir)) initStore(environment);
  return openStore(environment);
}

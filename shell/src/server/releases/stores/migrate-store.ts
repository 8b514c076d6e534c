import { cp, mkdir, rename } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { isEarlierStore } from "./store-marker.ts";

/** Where a store of the earlier layout is kept after it was set aside. */
export function toEarlierDir(storeDir: string): string {
  return `${storeDir}.earlier`;
}

/**
 * Sets a store of the earlier layout aside, whole, with its keys, and leaves an empty folder with its data documents. Its releases
 * are not taken over: their shells have no layout file, so this server could not compose pages of them. A call that was interrupted is
 * completed by the next one.
 * @returns whether there was one
 * @throws SiteError `STORE_FOLDER_TAKEN` when another store was set aside there before
 */
export async function setEarlierStoreAside(storeDir: string): Promise<boolean> {
  const aside = toEarlierDir(storeDir);
  const isInterrupted = !existsSync(storeDir) && isEarlierStore(aside);
  if (!isInterrupted) {
    if (!isEarlierStore(storeDir)) return false;
    if (existsSync(aside)) throw new SiteError("STORE_FOLDER_TAKEN", { path: aside });
    await rename(storeDir, aside);
  }
  // Copy beside the store, then rename: a store with half of the documents would look complete.
  const fresh = `${storeDir}.new`;
  await mkdir(fresh, { recursive: true });
  if (existsSync(join(aside, "data"))) await cp(join(aside, "data"), join(fresh, "data"), { recursive: true });
  await rename(fresh, storeDir);
  return true;
}

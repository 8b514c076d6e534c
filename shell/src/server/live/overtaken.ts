import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { inTime } from "./set-releases.ts";

type Newest = Pick<ReleaseStore, "current">;

/**
 * Whether a set was rolled back while it was composed: a newer record names the set that is still live. A newer record of any other set does not
 * count: if it did, promotes in quick succession would prevent each other from going live.
 */
export async function isRolledBack(
  store: Newest,
  { revision }: ReleaseSet,
  live: ReleaseSet | undefined,
): Promise<boolean> {
  const newest = live && (await readNewest(store));
  return newest !== undefined && newest.set.revision > revision && newest.set.id === live?.id;
}

/** Whether the newest record no longer names a set as its canary. */
export async function hasCanaryEnded(store: Newest, { id }: ReleaseSet): Promise<boolean> {
  const newest = await readNewest(store);
  return newest !== undefined && newest.channels?.canary?.set.id !== id;
}

/** The newest record; undefined while the store does not answer. Then the composed set goes live, as the record that was read earlier says. */
function readNewest(store: Newest): Promise<RevisionRecord | undefined> {
  return inTime(store.current()).catch(() => undefined);
}

import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { inTime } from "./set-releases.ts";

type Newest = Pick<ReleaseStore, "current">;

/**
 * Whether a set was rolled back while it was composed: a newer record wants the set that is live still. Any other newer set has to be composed as well,
 * so that promotes in quick succession would keep each other from going live.
 */
export async function isRolledBack(
  store: Newest,
  { revision }: ReleaseSet,
  live: ReleaseSet | undefined,
): Promise<boolean> {
  const newest = live && (await readNewest(store));
  return newest !== undefined && newest.set.revision > revision && newest.set.id === live?.id;
}

/** Whether the newest record has no canary of a set any more. */
export async function hasCanaryEnded(store: Newest, { id }: ReleaseSet): Promise<boolean> {
  const newest = await readNewest(store);
  return newest !== undefined && newest.channels?.canary?.set.id !== id;
}

/** Undefined while the store is away: what was composed then goes live, as the record wants that was read before. */
function readNewest(store: Newest): Promise<RevisionRecord | undefined> {
  return inTime(store.current()).catch(() => undefined);
}

import type { Channels } from "../releases/channels.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

/** The versions of the stable set in {@link toRecord}. */
export const stable = { content: "1.0.0-aaaaaaaaaaaa", navigation: "1.0.0-bbbbbbbbbbbb" };
/** The version of `content` in {@link toCanary}. */
export const candidate = "1.1.0-cccccccccccc";

/** A set with these versions, those of the stable one unless told otherwise. */
export const toSet = (
  revision: number,
  versions: Readonly<Record<string, string>> = stable,
): RevisionRecord["set"] => ({
  id: JSON.stringify(versions),
  revision,
  versions,
  digests: {},
});

/** A record of the stable set, with what stands beside it. */
export const toRecord = (
  revision: number,
  action: RevisionRecord["action"],
  channels?: Channels,
  at = "2026-11-01T12:00:00.000Z",
): RevisionRecord => ({
  set: toSet(revision),
  at,
  by: "Robin",
  why: "a reason",
  ...(action && { action }),
  ...(channels && { channels }),
});

/** A canary of other versions, for 20 % of the visitors unless told otherwise. */
export const toCanary = (
  more: Partial<NonNullable<Channels["canary"]>> = {},
  changes: Readonly<Record<string, string>> = { content: candidate },
): Channels => ({
  canary: {
    set: toSet(0, { ...stable, ...changes }),
    percent: 20,
    first: 7,
    since: "2026-11-01T10:00:00.000Z",
    ...more,
  },
});

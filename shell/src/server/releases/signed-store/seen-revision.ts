import { join } from "node:path";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { SiteError, toProblem } from "@site/contracts/errors";
import * as v from "valibot";
import { type Disk, isDiskError, realDisk } from "../../disk/disk.ts";
import { changeStore, createDurableFiles } from "../../disk/durable-files.ts";

const seenSchema = v.strictObject({
  revision: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999)),
  digest: digestSchema,
});

/** A record of a channel: its number and the digest of its bytes. */
export type Seen = v.InferOutput<typeof seenSchema>;

/** The highest record of a channel that this machine has seen, stored across restarts. */
export interface SeenRevision {
  /**
   * The highest record that was seen; undefined on a first start.
   * @throws SiteError `STATE_CORRUPT` when the memory is unreadable
   */
  last(): Promise<Seen | undefined>;
  /**
   * Reads the newest record of the channel, accepts and returns it, and remembers it when it is higher; that is durable when
   * this resolves. The memory is read first, so another server that remembers a newer record meanwhile is no rollback.
   * @param readNewest gives undefined for a channel without any record
   * @throws SiteError `CHANNEL_ROLLED_BACK` when the channel is behind what was seen, `CHANNEL_FORKED` when it has another
   *   record under the same number, `STATE_CORRUPT` when the memory is unreadable
   */
  accept<T extends Seen>(readNewest: () => Promise<T | undefined>): Promise<T | undefined>;
  /**
   * Whether the newest record of the channel, which need not verify, is the one that was seen or a higher one. Remembers nothing.
   * @throws what {@link accept} throws of a channel that is behind, and of an unreadable memory
   */
  assertNotBehind(newest: Seen | undefined): Promise<void>;
}

/**
 * The memory in a folder: `seen/<channel>/<8 digits>.json`. Each record is created under its own number by `link`, and lower
 * ones are removed afterwards, so several servers with one folder never replace a newer record by an older one.
 */
export function openSeenRevision(stateDir: string, channel: string, disk: Disk = realDisk): SeenRevision {
  const folder = join(stateDir, "seen", channel);
  const files = createDurableFiles(stateDir, disk);
  const toPath = (revision: number): string => join(folder, `${String(revision).padStart(8, "0")}.json`);
  const toCorrupt = (path: string, cause: unknown): SiteError =>
    new SiteError("STATE_CORRUPT", { path, channel, problem: toProblem(cause) }, { cause });

  /** The remembered numbers, highest first. */
  async function remembered(): Promise<number[]> {
    try {
      const names = await disk.list(folder);
      return names
        .flatMap((name) => /^(\d{8})\.json$/.exec(name)?.[1] ?? [])
        .map(Number)
        .toSorted((a, b) => b - a);
    } catch (error) {
      if (isDiskError(error, "ENOENT")) return [];
      throw toCorrupt(folder, error);
    }
  }

  async function read(revision: number): Promise<Seen> {
    const path = toPath(revision);
    try {
      const bytes = await disk.read(path);
      return v.parse(
        v.pipe(
          seenSchema,
          v.check((seen) => seen.revision === revision, "expected the revision of its name"),
        ),
        JSON.parse(String(bytes)),
      );
    } catch (error) {
      throw toCorrupt(path, error);
    }
  }

  async function last(): Promise<Seen | undefined> {
    for (;;) {
      const [highest] = await remembered();
      if (highest === undefined) return undefined;
      try {
        return await read(highest);
      } catch (error) {
        // Unless another server saw a higher record meanwhile and removed this one: then read again.
        if ((await remembered())[0] === highest) throw error;
      }
    }
  }

  function assertNotBehind(newest: Seen | undefined, seen: Seen | undefined): void {
    if (!seen) return;
    const path = toPath(seen.revision);
    const revision = newest?.revision ?? 0;
    if (revision < seen.revision)
      throw new SiteError("CHANNEL_ROLLED_BACK", { channel, revision, seen: seen.revision, path });
    if (revision === seen.revision && newest?.digest !== seen.digest)
      throw new SiteError("CHANNEL_FORKED", { channel, revision, path });
  }

  async function remember(newest: Seen): Promise<void> {
    v.assert(seenSchema, newest);
    await files.ensureFolder("seen", channel);
    await files.withStaged(Buffer.from(JSON.stringify(newest)), (staged) => disk.link(staged, toPath(newest.revision)));
    await disk.sync(folder);
    for (const lower of await remembered()) {
      if (lower < newest.revision) await disk.remove(toPath(lower)).catch(() => undefined);
    }
  }

  return {
    last,
    assertNotBehind: async (newest) => assertNotBehind(newest, await last()),
    async accept(readNewest) {
      const seen = await last();
      const newest = await readNewest();
      assertNotBehind(newest, seen);
      if (!newest || newest.revision === seen?.revision) return newest;
      try {
        await changeStore(stateDir, () => remember({ revision: newest.revision, digest: newest.digest }));
      } catch (error) {
        if (!isDiskError(error, "EEXIST")) throw error;
        // Another server with the same folder has just remembered this revision.
        const same = await last();
        if (same?.revision === newest.revision) assertNotBehind(newest, same);
      }
      return newest;
    },
  };
}

import { join } from "node:path";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { ChannelLog, LogEntry, OpenLog } from "./channel-log.ts";
import { type Disk, isDiskError, realDisk } from "../../disk/disk.ts";
import { changeStore, createDurableFiles } from "../../disk/durable-files.ts";
import { assertChannelName, isJsonObject, isRevision, toDigits } from "./log-entry.ts";
import { readRange } from "./read-range.ts";
import { watchFolder } from "../../disk/watch-folder.ts";

/** Interval in milliseconds at which a channel is read without a change notification, because some file systems send none. */
const pollIntervalMs = 1000;

/** Opens logs that are folders of files: `channels/<name>/<8 digits>.json`. */
export function openFileLogs(storeDir: string, disk: Disk = realDisk): OpenLog {
  return (name) => {
    assertChannelName(name);
    return createFileChannelLog(storeDir, name, disk);
  };
}

/**
 * A log in a folder. An entry is one file, written aside and created under its own number by `link`, so two clients cannot
 * both make revision 7, and a loss of power leaves either nothing or the whole entry.
 *
 * A disk that reports writes it has not done may still leave half an entry. Such a file is not removed or replaced, because
 * another client may just have done that: the number is used again under the name `<8 digits>.2.json`, then
 * `.3.json`. The first name of a number whose bytes are a JSON object is the entry.
 */
function createFileChannelLog(storeDir: string, name: string, disk: Disk): ChannelLog {
  const folder = join(storeDir, "channels", name);
  const files = createDurableFiles(storeDir, disk);
  /** The newest revision up to which all files and names are known to survive a loss of power. */
  let durableUpTo = 0;

  const toPath = (revision: number, attempt: number): string =>
    join(folder, `${toDigits(revision)}${attempt === 1 ? "" : `.${attempt}`}.json`);

  /** The numbers that have a file, newest first. */
  async function numbers(): Promise<number[]> {
    const names = await listFolder();
    return names
      .flatMap((file) => /^(\d{8})\.json$/.exec(file)?.[1] ?? [])
      .map(Number)
      .filter((revision) => revision > 0)
      .toSorted((a, b) => b - a);
  }

  async function listFolder(): Promise<string[]> {
    try {
      return await disk.list(folder);
    } catch (error) {
      if (isDiskError(error, "ENOENT")) return [];
      throw new SiteError("STORE_CORRUPT", { path: folder }, { cause: error });
    }
  }

  /** The bytes of a file; `"torn"` when it is not a whole entry, `"missing"` when there is no file. */
  async function readFile(path: string): Promise<Buffer | "torn" | "missing"> {
    try {
      const bytes = await disk.read(path);
      return bytes && isJsonObject(bytes) ? bytes : "torn";
    } catch (error) {
      if (isDiskError(error, "ENOENT", "ENOTDIR")) return "missing";
      throw new SiteError("STORE_CORRUPT", { path }, { cause: error });
    }
  }

  /** The entry of a number; `"torn"` when it has only torn files, `"missing"` when it has no file. */
  async function find(revision: number): Promise<LogEntry | "torn" | "missing"> {
    for (let attempt = 1; ; attempt += 1) {
      const path = toPath(revision, attempt);
      const bytes = await readFile(path);
      if (bytes === "missing") return attempt === 1 ? "missing" : "torn";
      if (bytes === "torn") continue;
      await confirm(revision, path);
      return { revision, bytes };
    }
  }

  /** Syncs an entry of another client before it is returned: otherwise a loss of power could give its number to another entry. */
  async function confirm(revision: number, path: string): Promise<void> {
    if (revision <= durableUpTo) return;
    try {
      await disk.sync(path);
    } catch (cause) {
      throw new SiteError("STORE_CORRUPT", { path }, { cause });
    }
    try {
      await disk.sync(folder);
    } catch (cause) {
      // The folder is behind a link, and the names in a linked folder cannot be made durable.
      const path = isDiskError(cause, "ELOOP") ? `${folder}, which is a link` : folder;
      throw new SiteError("STORE_CORRUPT", { path }, { cause });
    }
    durableUpTo = revision;
  }

  async function head(): Promise<LogEntry | undefined> {
    const found = await before(Infinity);
    // Entries above the head were set aside: another entry may get their number, and must be synced again.
    durableUpTo = Math.min(durableUpTo, found?.revision ?? 0);
    return found;
  }

  async function before(limit: number): Promise<LogEntry | undefined> {
    // A loss of power leaves torn files above the newest whole entry. None of these appends was acknowledged, so skip them.
    for (const revision of await numbers()) {
      const found = revision < limit ? await find(revision) : "missing";
      if (typeof found === "object") return found;
    }
    return undefined;
  }

  async function hasNext(revision: number): Promise<boolean> {
    const path = toPath(revision + 1, 1);
    try {
      await disk.describe(path);
      return true;
    } catch (error) {
      if (isDiskError(error, "ENOENT", "ENOTDIR")) return false;
      throw new SiteError("STORE_CORRUPT", { path }, { cause: error });
    }
  }

  /** Moves all files of a number: its entry, and those torn by a loss of power. */
  async function setAside(revision: number): Promise<string> {
    const actual = (await head())?.revision ?? 0;
    if (actual !== revision) throw new SiteError("REVISION_CONFLICT", { channel: name, actual, expected: revision });
    const moment = new Date().toISOString().replaceAll(/[-:.]/g, "");
    const aside = await files.ensureFolder("set-aside", name, moment);
    const digits = toDigits(revision);
    for (const file of await listFolder()) {
      if (file.startsWith(`${digits}.`)) await disk.rename(join(folder, file), join(aside, file));
    }
    await disk.sync(aside);
    await disk.sync(folder);
    return aside;
  }

  async function read(revision: number): Promise<LogEntry> {
    const found = isRevision(revision) ? await find(revision) : "missing";
    if (typeof found === "object") return found;
    const isOlder = found === "torn" && ((await head())?.revision ?? 0) > revision;
    if (isOlder) throw new SiteError("REVISION_CORRUPT", { channel: name, revision, path: toPath(revision, 1) });
    throw new SiteError("REVISION_NOT_FOUND", { channel: name, revision });
  }

  async function append(expected: number, bytes: Uint8Array): Promise<void> {
    const revision = expected + 1;
    if (!isJsonObject(bytes)) throw new SiteError("REVISION_INVALID", { channel: name, revision });
    const actual = (await head())?.revision ?? 0;
    if (actual !== expected) throw new SiteError("REVISION_CONFLICT", { channel: name, actual, expected });
    await files.ensureFolder("channels", name);
    await files.withStaged(bytes, (staged) => place(staged, revision));
    try {
      await disk.sync(folder);
    } catch (cause) {
      throw new SiteError("REVISION_UNCONFIRMED", { channel: name, revision, problem: toProblem(cause) }, { cause });
    }
    durableUpTo = revision;
  }

  /** Links the staged file to the first name of a revision that no torn file has. */
  async function place(staged: string, revision: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await disk.link(staged, toPath(revision, attempt));
        return;
      } catch (error) {
        if (!isDiskError(error, "EEXIST")) throw error;
        if ((await readFile(toPath(revision, attempt))) === "torn") continue;
        throw new SiteError(
          "REVISION_CONFLICT",
          { channel: name, actual: revision, expected: revision - 1 },
          { cause: error },
        );
      }
    }
  }

  return {
    head,
    hasNext,
    read,
    before,
    locate: (revision) => toPath(revision, 1),
    setAside: (revision) => changeStore(storeDir, () => setAside(revision)),
    range: (from, to) => readRange({ head, read }, from, to),
    append: (expected, bytes) => changeStore(storeDir, () => append(expected, bytes)),
    watch(onChange, signal) {
      watchFolder(folder, onChange, { signal, intervalMs: pollIntervalMs });
    },
  };
}

import { access, constants, readdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toProblem } from "@site/contracts/errors";
import { isDiskError } from "../../src/server/disk/disk.ts";
import { type Diagnosis, fine } from "./diagnosis.ts";

/**
 * Free bytes, and the free share of file entries, below which a finding is made. Source: an upload has 32 MiB at most, and four are received at once.
 */
const least = { soonBytes: 1024 ** 3, nowBytes: 256 * 1024 ** 2, soonEntries: 0.1, nowEntries: 0.02 } as const;

/** The free room of a file system. */
export interface Room {
  freeBytes: number;
  /** From 0 to 1; 1 for file systems that do not count entries. */
  freeEntries: number;
}

/** The room of the file system that a folder is on. */
export async function readRoom(folder: string): Promise<Room> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return { freeBytes: bavail * bsize, freeEntries: files === 0 ? 1 : ffree / files };
}

/** The nearest folder that is there: the given one, or one above it. */
export async function findFolder(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    (error: unknown) => !isDiskError(error, "ENOENT"),
  );
  return isThere || dirname(path) === path ? path : findFolder(dirname(path));
}

/**
 * Whether the disk of a folder has room for releases.
 * @param whenMissing the advice for a folder that cannot be read
 */
export async function examineDisk(
  what: string,
  folder: string,
  read: typeof readRoom = readRoom,
  whenMissing = "Mount its disk, or put the folder back.",
): Promise<Diagnosis> {
  let room: Room;
  try {
    room = await read(folder);
  } catch (error) {
    return {
      about: "disk",
      state: "now",
      found: `${what}, ${folder}, cannot be looked at: ${toProblem(error)}`,
      change: whenMissing,
    };
  }
  const megabytes = `${Math.round(room.freeBytes / 1024 ** 2)} MiB`;
  const text = `${what}, ${folder}, has ${megabytes} and ${Math.round(room.freeEntries * 100)} % of its entries left`;
  const isUrgent = room.freeBytes < least.nowBytes || room.freeEntries < least.nowEntries;
  if (!isUrgent && room.freeBytes >= least.soonBytes && room.freeEntries >= least.soonEntries)
    return fine("disk", `${text}.`);
  return {
    about: "disk",
    state: isUrgent ? "now" : "soon",
    found: `${text}: a release that does not fit is refused, and what is live stays.`,
    change: "Remove releases that are not needed (site store collect), or make the disk larger.",
  };
}

/** Resolves when the user of this process may make files in a folder. @throws the error of the file system when not */
function requireWritable(folder: string): Promise<void> {
  return access(folder, constants.W_OK | constants.X_OK);
}

/**
 * Whether the user of this process may write to a folder and its folders. A missing folder is no finding: the commands that need it make it. This
 * finds read-only disks, and folders that a command made as another user, before a publish is refused.
 */
export async function examineWritable(
  what: string,
  folder: string,
  require: typeof requireWritable = requireWritable,
): Promise<Diagnosis[]> {
  const problems: string[] = [];
  for (const path of await listFolders(folder, 2)) {
    await require(path).catch((error: unknown) => problems.push(toProblem(error)));
  }
  const [first] = problems;
  if (first === undefined) return [];
  const others = problems.length - 1;
  const more = others === 0 ? "" : `; nor can ${others} other folder${others === 1 ? "" : "s"} of it`;
  return [
    {
      about: "disk",
      state: "now",
      found: `${what}, ${folder}, cannot be written by this user: ${first}${more}.`,
      change:
        "Run site as the user that owns the folder, or give it to this user (chown -R). Where the disk is read-only, its log says why (dmesg): mount it for writing.",
    },
  ];
}

/** A folder and the folders in it, down to a depth; empty when it is missing. */
async function listFolders(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    isDiskError(error, "ENOENT", "ENOTDIR") ? undefined : [],
  );
  if (!entries) return [];
  const inside = depth === 0 ? [] : entries.filter((entry) => entry.isDirectory());
  const lists = await Promise.all(inside.map(({ name }) => listFolders(join(folder, name), depth - 1)));
  return [folder, ...lists.flat()];
}

import { statfs } from "node:fs/promises";
import { toProblem } from "@site/contracts/errors";
import { type Diagnosis, fine } from "./diagnosis.ts";

/** Bytes of free room, and the share of free entries, below which it is told. Source: an upload has 32 MiB at most, and four are taken at once. */
const least = { soonBytes: 1024 ** 3, nowBytes: 256 * 1024 ** 2, soonEntries: 0.1, nowEntries: 0.02 } as const;

/** What a file system has left. */
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

/** Whether the disk of a folder has room for releases. */
export async function examineDisk(what: string, folder: string, read: typeof readRoom = readRoom): Promise<Diagnosis> {
  let room: Room;
  try {
    room = await read(folder);
  } catch (error) {
    return {
      about: "disk",
      state: "now",
      found: `${what}, ${folder}, cannot be looked at: ${toProblem(error)}`,
      change: "Make the folder, or mount its disk.",
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

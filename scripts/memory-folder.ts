import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { isRunning } from "../shell/src/server/disk/is-running.ts";

/** Where Linux has files in memory. */
const memoryDisk = "/dev/shm";

/** Bytes that have to be free in memory: the tests have up to half a gigabyte of files at once, and their processes need some gigabytes. */
const neededBytes = 6 * 2 ** 30;

const named = /^site-tests-(\d+)-/;

/** A folder for temporary files, and its removal. */
export interface MemoryFolder {
  path: string;
  remove(): void;
}

/** Removes the folders of runs that were interrupted. */
function removeLeftovers(disk: string): void {
  for (const name of readdirSync(disk)) {
    const pid = named.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(disk, name), { recursive: true, force: true });
  }
}

/**
 * Makes a folder whose files are in memory: tests write and remove thousands of small ones, and wait until each is on the disk.
 * @returns undefined without such a disk, and when it or the memory has too little room
 */
export function makeMemoryFolder(disk = memoryDisk, bytes = neededBytes): MemoryFolder | undefined {
  if (!existsSync(disk)) return undefined;
  try {
    removeLeftovers(disk);
    const { bavail, bsize } = statfsSync(disk);
    if (Math.min(bavail * bsize, freemem()) < bytes) return undefined;
    const path = mkdtempSync(join(disk, `site-tests-${process.pid}-`));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch {
    // It cannot be written to.
    return undefined;
  }
}

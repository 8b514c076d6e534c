import { randomUUID } from "node:crypto";
import { lstat, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

/** Milliseconds for which what is being written stays for sure: no command takes as long between its first byte and its name. */
const keptMs = 3_600_000;

/** Milliseconds after which it goes although a process has the number of its owner: numbers of processes are used again. */
const keptFromOwnerMs = 86_400_000;

/** Folders in which something may be left: absolute paths. */
export interface SweptPlaces {
  storeDir: string;
  keysDir: string;
  trustDir: string;
  stateDir: string;
}

/** This machine, in the letters of a file's name. */
const machine = hostname()
  .replaceAll(/[^A-Za-z0-9]/g, "-")
  .slice(0, 60);

/** A name for what is written aside, which says which process of which machine writes it. */
export function toStagedName(): string {
  return `${machine}-${process.pid}.${randomUUID()}`;
}

/** A path beside a file or a folder, to write it there before it gets its name. */
export function toAside(path: string): string {
  return `${path}.${toStagedName()}.new`;
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const stagedName = new RegExp(`^(?:(?<machine>[A-Za-z0-9-]+)-(?<pid>\\d+)\\.)?${uuid}$`);
const asideName = new RegExp(`\\.(?:(?<machine>[A-Za-z0-9-]+)-(?<pid>\\d+)\\.)?${uuid}\\.new$`);

/**
 * Removes what commands left that were killed between the first byte of a file and its name: in the store's `staging/`, and beside keys and lists.
 * What is younger than an hour stays, and what a process of this machine may still be writing.
 */
export async function sweepLeftovers({ storeDir, keysDir, trustDir, stateDir }: SweptPlaces): Promise<string[]> {
  const swept: string[] = [];
  await sweepFolder(join(storeDir, "staging"), stagedName, "", swept);
  for (const folder of [keysDir, join(keysDir, "teams"), trustDir, stateDir])
    await sweepFolder(folder, asideName, "", swept);
  // A folder is made whole beside its name. Others of that folder are not ours.
  for (const folder of [keysDir, trustDir])
    await sweepFolder(dirname(folder), asideName, `${basename(folder)}.`, swept);
  return swept;
}

async function sweepFolder(folder: string, pattern: RegExp, beginning: string, swept: string[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const groups = name.startsWith(beginning) ? pattern.exec(name)?.groups : undefined;
    if (!groups) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found || !isLeft(Date.now() - found.mtimeMs, groups["machine"], Number(groups["pid"]))) continue;
    await rm(path, { recursive: true, force: true }).then(
      () => swept.push(path),
      () => undefined,
    );
  }
}

function isLeft(age: number, owner: string | undefined, pid: number): boolean {
  if (age < keptMs) return false;
  return age > keptFromOwnerMs || owner !== machine || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

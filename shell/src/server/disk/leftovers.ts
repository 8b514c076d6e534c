import { randomUUID } from "node:crypto";
import { lstat, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isRunning } from "./is-running.ts";

/** Milliseconds for which a half-written file is kept: every command takes less time between a file's first byte and its rename. */
const keptMs = 3_600_000;

/** Milliseconds after which a half-written file is removed even when a process with its owner's id is running: the system reuses process ids. */
const keptFromOwnerMs = 86_400_000;

/** Folders that may have leftovers: absolute paths. */
export interface SweptPlaces {
  storeDir: string;
  keysDir: string;
  trustDir: string;
  stateDir: string;
  accessDir: string;
}

/** The name of this machine, in characters for file names. */
const machine = hostname()
  .replaceAll(/[^A-Za-z0-9]/g, "-")
  .slice(0, 60);

/** A name for a staged file, with the machine and the id of the process that writes it. */
export function toStagedName(): string {
  return `${machine}-${process.pid}.${randomUUID()}`;
}

/** A temporary path beside a file or a folder, which is written there before it is renamed. */
export function toAside(path: string): string {
  return `${path}.${toStagedName()}.new`;
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const stagedName = new RegExp(`^(?:(?<machine>[A-Za-z0-9-]+)-(?<pid>\\d+)\\.)?${uuid}$`);
const aside = `\\.(?:(?<machine>[A-Za-z0-9-]+)-(?<pid>\\d+)\\.)?${uuid}\\.new`;
const asideName = new RegExp(`${aside}$`);
const asideInText = new RegExp(aside, "g");

/** A text with temporary paths replaced by the final ones, which operators know. */
export function toFinalPaths(text: string): string {
  return text.replaceAll(asideInText, "");
}

/**
 * Removes half-written files of killed commands: in `staging/` of the store, of this machine's state and of the tokens, and beside keys, trust lists
 * and data documents. Keeps files younger than an hour, and for a day those whose process still runs on this machine.
 */
export async function sweepLeftovers({
  storeDir,
  keysDir,
  trustDir,
  stateDir,
  accessDir,
}: SweptPlaces): Promise<string[]> {
  const swept: string[] = [];
  for (const folder of [storeDir, stateDir, accessDir])
    await sweepFolder(join(folder, "staging"), stagedName, "", swept);
  const data = join(storeDir, "data");
  const sites = (await readdir(data).catch(() => [])).map((site) => join(data, site));
  for (const folder of [keysDir, join(keysDir, "teams"), trustDir, stateDir, ...sites])
    await sweepFolder(folder, asideName, "", swept);
  // These folders are written beside their final path. Their parent folder also has files that are not ours, so the name must match.
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

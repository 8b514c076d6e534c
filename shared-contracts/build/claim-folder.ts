import { tryLock } from "./with-lock.ts";

/** A folder that no other process writes into. */
export interface ClaimedFolder {
  folder: string;
  /** Lets the next process claim it. */
  release(): void;
}

/**
 * Claims a folder for the bundles of a watching build, until it is released or this process ends. While another build has it, such as that of a
 * second workbench of the same remote, `<folder>-2` is claimed, and so on: the files of two builds in one folder would be mixed.
 */
export function claimFolder(folder: string, number = 1): ClaimedFolder {
  const claimed = number === 1 ? folder : `${folder}-${number}`;
  const release = tryLock(`${claimed}.lock`);
  return release ? { folder: claimed, release } : claimFolder(folder, number + 1);
}

import { type Disk, realDisk } from "../disk/disk.ts";

/** The real disk, with a list of its reads and the number of files open at once. */
export function countDiskCalls(): { disk: Disk; reads: string[]; atOnce(): number } {
  const reads: string[] = [];
  let open = 0;
  let most = 0;
  const count = async <T>(action: () => Promise<T>): Promise<T> => {
    open += 1;
    most = Math.max(most, open);
    try {
      return await action();
    } finally {
      open -= 1;
    }
  };
  return {
    reads,
    /** The most files that were open at the same time. */
    atOnce: () => most,
    disk: {
      ...realDisk,
      create: (path, bytes) => count(() => realDisk.create(path, bytes)),
      read: (path) => {
        reads.push(path);
        return count(() => realDisk.read(path));
      },
      sync: (path) => count(() => realDisk.sync(path)),
    },
  };
}

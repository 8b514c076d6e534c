import { type Disk, realDisk } from "../disk/disk.ts";

/** The real disk, with lists of the files and folders that were read and the number of files open at once. */
export function countDiskCalls(): { disk: Disk; reads: string[]; lists: string[]; atOnce(): number } {
  const reads: string[] = [];
  const lists: string[] = [];
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
    lists,
    /** The most files that were open at the same time. */
    atOnce: () => most,
    disk: {
      ...realDisk,
      list(folder) {
        lists.push(folder);
        return realDisk.list(folder);
      },
      create: (path, bytes) => count(() => realDisk.create(path, bytes)),
      read: (path) => {
        reads.push(path);
        return count(() => realDisk.read(path));
      },
      sync: (path, options) => count(() => realDisk.sync(path, options)),
    },
  };
}

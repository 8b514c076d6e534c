import { hastyDisk } from "../../disk/disk.ts";
import { changeStore, createDurableFiles } from "../../disk/durable-files.ts";

/** The time of the disk of a store, read from a new file. The file is empty, so that it can be made on a full disk before files are removed there. @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
export function readDiskTime(storeDir: string): Promise<Date> {
  const files = createDurableFiles(storeDir, hastyDisk);
  return changeStore(storeDir, () =>
    files.withStaged(Buffer.alloc(0), async (staged) => (await hastyDisk.describe(staged)).at),
  );
}

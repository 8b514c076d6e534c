import { hastyDisk } from "../../disk/disk.ts";
import { changeStore, createDurableFiles } from "../../disk/durable-files.ts";

/** The time that the disk of a store gives to a new file, an empty one: a full disk has a name for it, so that files can be removed there. @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
export function readDiskTime(storeDir: string): Promise<Date> {
  const files = createDurableFiles(storeDir, hastyDisk);
  return changeStore(storeDir, () =>
    files.withStaged(Buffer.alloc(0), async (staged) => (await hastyDisk.describe(staged)).at),
  );
}

import { hastyDisk } from "../../disk/disk.ts";
import { changeStore, createDurableFiles } from "../../disk/durable-files.ts";

/** The time that the disk of a store gives to a new file. @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
export function readDiskTime(storeDir: string): Promise<Date> {
  const files = createDurableFiles(storeDir, hastyDisk);
  return changeStore(storeDir, () =>
    files.withStaged(Buffer.from("{}"), async (staged) => (await hastyDisk.describe(staged)).at),
  );
}

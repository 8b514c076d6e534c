import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { realDisk } from "./disk.ts";
import { createDurableFiles } from "./durable-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "durable-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a folder below a link that leads nowhere, as to a disk that is not mounted, is refused by name", async () => {
  const link = join(folder, "disk");
  symlinkSync(join(folder, "not-mounted"), link);
  for (const store of [link, join(link, "store")]) {
    const files = createDurableFiles(store, realDisk);
    await expect(files.withStaged(Buffer.from("x"), async () => undefined)).rejects.toMatchObject({
      code: "STORE_NOT_WRITABLE",
      message: expect.stringContaining(store),
    });
  }
});

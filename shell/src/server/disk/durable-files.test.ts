import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Disk, hastyDisk, realDisk } from "./disk.ts";
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

test.each(["store", "disk/store"])(
  "a store at %s, where the first folder is a link, is written like any other",
  async (path) => {
    mkdirSync(join(folder, "real/store"), { recursive: true });
    const [first = ""] = path.split("/");
    symlinkSync(join(folder, first === path ? "real/store" : "real"), join(folder, first));
    const files = createDurableFiles(join(folder, path), realDisk);
    const inside = await files.ensureFolder("channels", "stable");
    await files.withStaged(Buffer.from("{}"), (staged) => realDisk.link(staged, join(inside, "00000001.json")));
    expect(readdirSync(join(folder, "real/store/channels/stable"))).toEqual(["00000001.json"]);
  },
);

const toBits = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

/** Writes a file into a folder of a store with these permission bits. Gives those of both. */
async function write(storeBits: number, disk: Disk, mode?: number): Promise<{ folder: string; file: string }> {
  chmodSync(folder, storeBits);
  const files = createDurableFiles(folder, disk);
  const inside = await files.ensureFolder("channels", "stable");
  const file = join(inside, "00000001.json");
  await files.withStaged(Buffer.from("{}"), (staged) => disk.link(staged, file), mode);
  return { folder: toBits(inside), file: toBits(file) };
}

describe("what a process with a umask of 077 writes", () => {
  let former = 0;
  beforeEach(() => {
    former = process.umask(0o077);
  });
  afterEach(() => void process.umask(former));

  test.each([
    ["a store that its group shares", 0o2770, { folder: "2770", file: "640" }],
    ["a store that all may read", 0o755, { folder: "755", file: "644" }],
    ["a store of one user", 0o700, { folder: "700", file: "600" }],
  ])("may be read by those who may read %s", async (_what, bits, expected) => {
    expect(await write(bits, realDisk)).toEqual(expected);
    rmSync(join(folder, "channels"), { recursive: true });
    expect(await write(bits, hastyDisk)).toEqual(expected);
  });

  test("keeps the permission bits that it is given, such as those of a private key", async () => {
    expect(await write(0o755, realDisk, 0o600)).toEqual({ folder: "755", file: "600" });
  });

  test("leaves the folder of a store, and those above it, to the umask", async () => {
    chmodSync(folder, 0o755);
    await createDurableFiles(join(folder, "above", "store"), realDisk).ensureFolder();
    expect([toBits(join(folder, "above")), toBits(join(folder, "above/store"))]).toEqual(["700", "700"]);
  });
});

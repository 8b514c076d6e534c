import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { uploadRelease } from "@site/contracts/publishing/upload-release";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createToken } from "../../access/access-token.ts";
import { openAuditLog } from "../../access/audit-log.ts";
import { openTokenList } from "../../access/token-list.ts";
import type { AdmitUpload } from "../../publishing/admit-upload.ts";
import { openFileLogs } from "../../releases/storage/file-channel-log.ts";
import { readRelease } from "../../releases/release-files.ts";
import { markStore } from "../../releases/stores/store-marker.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";

/** Megabytes of the disk, and of the file of a release that does not fit, or fits once but not twice: it is received, then stored. */
const megabytes = { disk: 6, tooLarge: 7, fitsOnce: 3.5, fits: 0.1 } as const;

/** Whether this machine lets a test make a disk: as root, where the container allows it. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "mount-"));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status !== 0) return false;
  spawnSync("umount", [folder]);
  return true;
}

const isMountable = canMount();
if (!isMountable) console.log("no disk can be mounted on this machine: the tests of a full one are skipped");

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
const tokens = openTokenList(openFileLogs(accessDir)("tokens"));
let bench: FixtureBench;
let app: FixtureApp;
let url = "";
let token = "";

/** Admits without rendering; the disk decides. */
const admit: AdmitUpload = async ({ name, folder, signatures }) => {
  try {
    await bench.store.admit(await readRelease(folder, name), signatures);
    return { ok: true };
  } catch (error) {
    return { ok: false, code: isSiteError(error) ? error.code : "UNEXPECTED", detail: toProblem(error) };
  }
};

beforeAll(async () => {
  if (!isMountable) return;
  bench = await createFixtureBench();
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes.disk}m`, "tmpfs", bench.root]);
  markStore(bench.root);
  await bench.releaseAll({ shell: fewPages });
  const publishing = { storeDir: bench.root, admit, trust: bench.trust.trust };
  const audit = openAuditLog(openFileLogs(accessDir)("audit"));
  app = await createFixtureApp(bench, { access: { tokens, audit, trustDir: accessDir, publishing } });
  await app.live.refresh();
  url = await app.server.listen({ port: 0, host: "127.0.0.1" });
  const made = createToken({
    owner: "CI of content",
    role: "team",
    packages: ["content"],
    made: new Date().toISOString(),
    expires: new Date(Date.now() + 86_400_000).toISOString(),
  });
  token = made.text;
  await tokens.add({ kind: "made", token: made.token, by: "a test" });
});
afterEach(() => rm(join(bench.root, "ballast"), { force: true }));
afterAll(async () => {
  await rm(accessDir, { recursive: true, force: true });
  if (!isMountable) return;
  await app.close();
  spawnSync("umount", [bench.root]);
  await bench.remove();
});

/** Uploads a release with a file of this size. */
async function upload(size: number): Promise<string> {
  const { folder } = await bench.write("content", { files: { "browser/large.js": "x".repeat(size * 2 ** 20) } });
  const { state } = await uploadRelease(folder, "content", {
    site: { url, token },
    signer: bench.trust.team("content"),
  });
  return state;
}

/** The store as names, what is live, and the bytes that are left. */
async function readState(): Promise<unknown> {
  const { bavail, bsize } = await statfs(bench.root);
  return {
    versions: await bench.reopen().versions("content"),
    live: app.live.state()?.set,
    staged: await readdir(join(bench.root, "staging")).catch(() => []),
    // Names of folders may take a page or two more than before.
    megabytesLeft: Math.round((bavail * bsize) / 2 ** 20),
  };
}

test.skipIf(!isMountable).each([
  ["while its files arrive", megabytes.tooLarge, "STORE_FULL"],
  ["while it is put into the store", megabytes.fitsOnce, "STORE_FULL"],
])(
  "B298 a disk that is full %s refuses the upload, keeps nothing of it, and pages are answered",
  async (_when, size, code) => {
    const before = await readState();
    await expect(upload(size)).rejects.toMatchObject({
      code: "PUBLISH_REFUSED",
      message: expect.stringContaining(code),
    });
    expect(await readState()).toEqual(before);
    expect((await fetch(`${url}/about-us/`)).status).toBe(200);
    expect(await upload(megabytes.fits)).toMatch(/admitted/);
  },
);

test.skipIf(!isMountable)(
  "B298 a disk without one free byte refuses the upload, and takes it when there is room again",
  async () => {
    const { bavail, bsize } = await statfs(bench.root);
    writeFileSync(join(bench.root, "ballast"), Buffer.alloc(bavail * bsize));
    await expect(upload(0.2)).rejects.toMatchObject({ message: expect.stringContaining("STORE_FULL") });
    expect((await fetch(`${url}/`)).status).toBe(200);
    await rm(join(bench.root, "ballast"));
    await expect(upload(0.2)).resolves.toBe("admitted");
  },
);

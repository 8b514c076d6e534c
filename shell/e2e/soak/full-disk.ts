// Serves a store on a small disk of its own, fills it, publishes, and makes room. It runs where it may mount one.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { startSite } from "../harness/start-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";
import { writeVariant } from "../releases/release-variant.ts";
import { openStore, startCommand } from "../releases/site-command.ts";
import { underLoad } from "./stage.ts";

const run = promisify(execFile);
const seconds = Number(process.argv[2] ?? "10");

const disk = await mkdtemp(join(tmpdir(), "site-small-disk-"));
const template = await copyStore();
const storeDir = join(disk, "site/store");
// The disk has room for what is there and for little more.
await run("mount", ["-t", "tmpfs", "-o", "size=256m", "tmpfs", disk]);
await mkdir(dirname(storeDir), { recursive: true });
await cp(dirname(template), dirname(storeDir), { recursive: true });
await removeStore(template);
// What a team builds is on a disk of its own.
const elsewhere = await copyStore();
const variants = [
  await writeVariant(elsewhere, "navigation", { mark: "too-much" }),
  await writeVariant(elsewhere, "navigation", { mark: "room-again" }),
];
const site = await startSite("GGPPH", { storeDir, env: { STATE_DIR: join(disk, "site/state") } });
const before = await readStore();
const ballast = join(disk, "ballast");
await fill(ballast);
const codes = new Set<string>();
const [refused, later] = variants;
const { requests, failed } = await underLoad(site.origin, seconds, async () => {
  if (refused === undefined) return;
  const { error } = await startCommand(storeDir, "publish", refused.name, "--from", refused.folder).result;
  codes.add(error?.code ?? "nothing");
});
await rm(ballast);
await rm(`${ballast}-rest`);
const isUnchanged = (await readStore()) === before;
const again = later && (await startCommand(storeDir, "publish", later.name, "--from", later.folder).result);
const { exitCode } = await startCommand(storeDir, "verify").result;
await site.stop();
await removeStore(elsewhere);
await run("umount", [disk]).catch(() => undefined);
console.log(
  `full disk ${JSON.stringify({
    isMounted: true,
    requests,
    failed,
    refusedWith: [...codes].join(", "),
    isUnchanged,
    publishesAfter: again?.exitCode === 0 && exitCode === 0,
  })}`,
);

/** Writes until nothing is left. */
async function fill(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(file, Buffer.alloc(bavail * bsize - bsize)).catch(() => undefined);
  await writeFile(`${file}-rest`, Buffer.alloc(bsize)).catch(() => undefined);
}

async function readStore(): Promise<string> {
  const store = await openStore(storeDir);
  return JSON.stringify([await store.current(), await store.versions("navigation")]);
}

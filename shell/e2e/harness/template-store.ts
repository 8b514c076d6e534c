import { execFile } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { toDigest } from "@site/contracts/releases/digest";
import { findStale } from "../../cli/workspace/build-packages.ts";
import { readBuiltVersions } from "../../cli/workspace/built-versions.ts";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";

const run = promisify(execFile);
const cache = join(workspaceRoot, "node_modules/.cache/e2e-stores");

const lock = join(cache, "lock");

/** Milliseconds after which a lock counts as a leftover of a killed run. */
const staleLock = 120_000;

/** The additions to copies of a store, in which everything is published and live. */
export interface StoreVariant {
  /** Its folder's name, in lower-case letters and digits. */
  name: string;
  /** Another variant, whose drawn pictures and rendered islands this one begins with. */
  drawnAs?: StoreVariant | undefined;
  /** Called once for each built set, with the store that all copies of this variant are made from. */
  prepare(storeDir: string): Promise<void>;
}

/** What a server keeps of drawn pictures, with the key that signs them, and of rendered islands. */
const drawn = ["pictures", "renders", "server-key.pem"];

const published: StoreVariant = { name: "published", prepare: async () => undefined };

/**
 * A fresh store folder with everything published and live: a copy of a store that is filled once for each built set. Its trust list, keys and memory
 * are beside it, in a folder that {@link removeStore} removes.
 */
export async function copyStore(variant: StoreVariant = published): Promise<string> {
  const template = await findTemplate(variant);
  const folder = await mkdtemp(join(tmpdir(), "site-e2e-"));
  // Copied synchronously: for thousands of small files, this takes a third of the processor time.
  cpSync(template, folder, { recursive: true });
  return join(folder, "store");
}

/** Fills the template of copies, if it is not filled, so that no test's timeout includes that. */
export async function prepareStores(): Promise<void> {
  await findTemplate(published);
}

/** Removes a copied store with the folders beside it. */
export async function removeStore(storeDir: string): Promise<void> {
  await rm(dirname(storeDir), { recursive: true, force: true });
}

async function findTemplate({ name, drawnAs, prepare }: StoreVariant): Promise<string> {
  const drawnBefore = drawnAs && (await findTemplate(drawnAs));
  await mkdir(cache, { recursive: true });
  await takeLock();
  try {
    if (findStale(packageNames).length > 0) await site(cache, "build");
    const built = readBuiltVersions();
    const ofSet = join(cache, toDigest(Buffer.from(JSON.stringify(built))).slice(0, 16));
    const template = join(ofSet, name);
    if (existsSync(template)) return template;
    const aside = await mkdtemp(join(cache, "filling-"));
    if (existsSync(join(ofSet, published.name))) await cp(join(ofSet, published.name), aside, { recursive: true });
    else {
      await publishAll(join(aside, "store"), built);
      // Servers store the compiled code of their composing process beside the store: those of tests share one folder.
      await symlink(codeCache, join(aside, "store.state/compiled"));
    }
    if (drawnBefore !== undefined)
      for (const one of drawn)
        await cp(join(drawnBefore, "store.state", one), join(aside, "store.state", one), { recursive: true });
    await prepare(join(aside, "store"));
    for (const old of await readdir(cache))
      if (join(cache, old) !== ofSet && /^[0-9a-f]{16}$/.test(old)) await rm(join(cache, old), { recursive: true });
    await mkdir(ofSet, { recursive: true });
    await rename(aside, template);
    return template;
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function publishAll(storeDir: string, built: Record<string, string>): Promise<void> {
  await site(storeDir, "init");
  await site(storeDir, "publish");
  await site(storeDir, "promote", ...packageNames.map((name) => `${name}@${built[name]}`), "--why", "for the tests");
}

async function site(storeDir: string, ...verbs: string[]): Promise<void> {
  await run(process.execPath, [...nodeOptions, join(workspaceRoot, "shell/cli/commands/site.ts"), ...verbs], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: storeDir },
    maxBuffer: 1 << 24,
  });
}

/** Test files run concurrently; only one of them builds. */
async function takeLock(): Promise<void> {
  for (;;) {
    try {
      await mkdir(lock);
      return;
    } catch {
      const taken = await stat(lock).catch(() => undefined);
      if (taken && Date.now() - taken.mtimeMs > staleLock) await rm(lock, { recursive: true, force: true });
      await sleep(50);
    }
  }
}

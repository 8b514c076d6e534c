import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { createIdentities } from "./create-identities.ts";
import { toKeyFile } from "./key-files.ts";
import { createFileDurably, isErrorCode, syncFolder } from "./write-durably.ts";

/** Years after which development identities end; their store is long gone by then. */
const validYears = 10;

/** Inside of the keys' folder: the trust list until it has its own place. It is gone afterwards. */
const pendingName = "trust-list";

const trustFiles = ["1.root.json", "root.json", "targets.json"] as const;

/**
 * Makes the identities of a store for development: one key for each role, held by this machine, and the trust list that names them.
 * Does nothing when both are there. Two calls at once end with the same identities, and a call that was interrupted is
 * completed by the next one: the keys' folder appears first and whole, with the trust list inside of it.
 * @throws SiteError `IDENTITIES_INCOMPLETE` when one of both folders is there without the other
 */
export async function createDevelopmentIdentities(options: { keysDir: string; trustDir: string; teams: readonly string[] }): Promise<void> {
  const { keysDir, trustDir, teams } = options;
  // In this order: the trust list appears after the keys, so one that is seen first was not made here.
  const isTrustThere = await isThere(trustDir);
  const areKeysThere = await isThere(keysDir);
  if (isTrustThere && !areKeysThere) throw new SiteError("IDENTITIES_INCOMPLETE", { there: trustDir, missing: keysDir });
  if (!areKeysThere) await createKeys(keysDir, teams);
  await publishTrustList(keysDir, trustDir);
}

async function createKeys(keysDir: string, teams: readonly string[]): Promise<void> {
  const expires = new Date();
  expires.setUTCFullYear(expires.getUTCFullYear() + validYears);
  const { identities, root, targets } = await createIdentities({ teams, expires });
  await appearWhole(keysDir, async (aside) => {
    await mkdir(join(aside, "teams"), { mode: 0o700 });
    for (const { holder, pem } of identities) await createFileDurably(toKeyFile(aside, holder), pem, 0o600);
    const pending = join(aside, pendingName);
    await mkdir(pending, { mode: 0o700 });
    const texts = { "1.root.json": root, "root.json": root, "targets.json": targets };
    for (const name of trustFiles) await createFileDurably(join(pending, name), `${JSON.stringify(texts[name], null, 2)}\n`);
    for (const folder of [join(aside, "teams"), pending]) await syncFolder(folder);
  });
}

/** Puts the trust list into its own place, unless that is done. */
async function publishTrustList(keysDir: string, trustDir: string): Promise<void> {
  const pending = join(keysDir, pendingName);
  // Read before it is looked whether the list is there: another call removes it only after the list appeared.
  const texts = await readPending(pending);
  if (!(await isThere(trustDir))) {
    if (!texts) throw new SiteError("IDENTITIES_INCOMPLETE", { there: keysDir, missing: trustDir });
    await appearWhole(trustDir, async (aside) => {
      for (const [name, text] of texts) await createFileDurably(join(aside, name), text);
    }, 0o755);
  }
  await rm(pending, { recursive: true, force: true });
}

async function readPending(pending: string): Promise<[string, string][] | undefined> {
  try {
    return await Promise.all(trustFiles.map(async (name): Promise<[string, string]> => [name, await readFile(join(pending, name), "utf8")]));
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Makes a folder that is seen whole or not at all. One that is there already, with something in it, stays as it is. */
async function appearWhole(folder: string, fill: (aside: string) => Promise<void>, mode = 0o700): Promise<void> {
  const aside = `${folder}.${randomUUID()}.new`;
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(aside, { mode });
    await fill(aside);
    await syncFolder(aside);
    await rename(aside, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!isErrorCode(error, "ENOTEMPTY") && !isErrorCode(error, "EEXIST")) throw error;
  }
}

/** True for a folder with something in it. */
async function isThere(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) return false;
    throw error;
  }
}

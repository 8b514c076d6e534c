import { randomUUID } from "node:crypto";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../../disk/disk.ts";
import { toAside } from "../../disk/leftovers.ts";
import { changeStore } from "../../disk/durable-files.ts";
import { renewLists } from "./change-teams.ts";
import { type OwnerFolders, readCurrentLists } from "./change-trust.ts";
import { createIdentities, toOwner } from "./create-identities.ts";
import { toKeyFile } from "./key-files.ts";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";
import { makeFolders } from "../../disk/make-folders.ts";

export interface DevelopmentIdentities {
  keysDir: string;
  trustDir: string;
  /** The packages whose teams get a key. */
  teams: readonly string[];
  /** Called before each change of a folder, so that a test can interrupt a call between any two. */
  onChange?: () => Promise<void>;
}

/** Years after which development identities expire. */
const validYears = 10;

/** Inside of the keys' folder: contains the trust list until its own folder is in place, and is removed then. */
const pendingName = "trust-list";

const trustFiles = ["1.root.json", "root.json", "targets.json"] as const;

/**
 * Makes the identities of a store for development: one key for each role, stored on this machine, and the trust list that names them. Does nothing
 * when both exist. Two concurrent calls end with the same identities, and the next call completes an interrupted one: the keys' folder appears first
 * and whole, with the trust list inside of it.
 * @throws SiteError `IDENTITIES_INCOMPLETE` when only one of both folders exists, `STORE_FULL`, `STORE_NOT_WRITABLE`
 */
export async function createDevelopmentIdentities({
  keysDir,
  trustDir,
  teams,
  onChange = async () => undefined,
}: DevelopmentIdentities): Promise<void> {
  await changeStore(keysDir, async () => {
    // In this order, because the trust list appears after the keys: a list without keys is not one that another call is making.
    const isTrustThere = await isThere(trustDir);
    const areKeysThere = await isThere(keysDir);
    if (isTrustThere && !areKeysThere)
      throw new SiteError("IDENTITIES_INCOMPLETE", { there: trustDir, missing: keysDir });
    if (!areKeysThere) await createKeys(keysDir, teams, onChange);
    await publishTrustList(keysDir, trustDir, onChange);
  });
}

/**
 * Renews the trust list of a store for development when it has expired and this machine is its only owner. A list with an owner of another name stays
 * as it is, and so does a list without a root key on this machine.
 * @returns the expiry of the renewed list; undefined when nothing was renewed
 * @throws what {@link renewLists} throws
 */
export async function renewDevelopmentLists(folders: OwnerFolders): Promise<Date | undefined> {
  const { root, teams } = await readCurrentLists(folders.trustDir);
  const hasExpired = [root, teams].some(({ expires }) => expires < new Date());
  const isDevelopment = root.root.keys.every(({ owner }) => owner === toOwner({ kind: "root" }));
  if (!hasExpired || !isDevelopment) return undefined;
  const expires = toExpiry();
  const { state } = await renewLists(folders, expires);
  return state === "published" ? expires : undefined;
}

function toExpiry(): Date {
  const expires = new Date();
  expires.setUTCFullYear(expires.getUTCFullYear() + validYears);
  return expires;
}

type OnChange = () => Promise<void>;

async function createKeys(keysDir: string, teams: readonly string[], onChange: OnChange): Promise<void> {
  const { identities, root, targets } = await createIdentities({ teams, expires: toExpiry() });
  const documents = { "1.root.json": root, "root.json": root, "targets.json": targets };
  const lists = trustFiles.map((name): TrustFileText => [
    name,
    Buffer.from(`${JSON.stringify(documents[name], null, 2)}\n`),
  ]);
  await appearWhole({ folder: keysDir, mode: 0o700, onChange }, async (aside) => {
    const folders = [join(aside, "teams"), join(aside, pendingName)];
    for (const folder of folders) await mkdir(folder, { mode: 0o700 });
    for (const { holder, pem } of identities) {
      await onChange();
      await realDisk.create(toKeyFile(aside, holder), Buffer.from(pem), 0o600);
    }
    for (const [name, bytes] of lists) await realDisk.create(join(aside, pendingName, name), bytes);
    for (const folder of folders) await realDisk.sync(folder);
  });
}

type TrustFileText = [name: string, bytes: Buffer];

/** Moves the trust list into its own folder, if it is not there yet. */
async function publishTrustList(keysDir: string, trustDir: string, onChange: OnChange): Promise<void> {
  const pending = join(keysDir, pendingName);
  // Read the pending list before checking for the final one: another call removes the pending list only after the final one appeared.
  const lists = await readPending(pending);
  if (!(await isThere(trustDir))) {
    if (!lists) throw new SiteError("IDENTITIES_INCOMPLETE", { there: keysDir, missing: trustDir });
    await appearWhole({ folder: trustDir, mode: 0o755, onChange }, async (aside) => {
      for (const [name, bytes] of lists) {
        await onChange();
        await realDisk.create(join(aside, name), bytes);
      }
    });
  }
  if (!lists) return;
  await onChange();
  // Rename before removing, so that a half-removed list is not mistaken for one to be published.
  const done = join(keysDir, `${pendingName}.${randomUUID()}.done`);
  await rename(pending, done).catch((error: unknown) => {
    if (!isDiskError(error, "ENOENT")) throw error;
  });
  await rm(done, { recursive: true, force: true });
}

async function readPending(pending: string): Promise<TrustFileText[] | undefined> {
  try {
    return await Promise.all(
      trustFiles.map(async (name): Promise<TrustFileText> => [
        name,
        (await readRegularFile(join(pending, name))).bytes,
      ]),
    );
  } catch (error) {
    if (isDiskError(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Makes a folder that appears with its whole content or not at all. An existing folder with content stays as it is. */
async function appearWhole(
  { folder, mode, onChange }: { folder: string; mode: number; onChange: OnChange },
  fill: (aside: string) => Promise<void>,
): Promise<void> {
  const aside = toAside(folder);
  try {
    await makeFolders(dirname(folder));
    await mkdir(aside, { mode });
    await fill(aside);
    await realDisk.sync(aside);
    await onChange();
    await rename(aside, folder);
    await onChange();
    await realDisk.sync(await realpath(dirname(folder)));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // Another call has made the folder.
    if (!isDiskError(error, "ENOTEMPTY", "EEXIST")) throw error;
  }
}

/** Whether a folder exists and is not empty. */
async function isThere(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (isDiskError(error, "ENOENT")) return false;
    throw error;
  }
}

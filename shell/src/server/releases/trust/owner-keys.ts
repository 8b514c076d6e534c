import { link, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isSiteError } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../../disk/disk.ts";
import { toAside } from "../../disk/leftovers.ts";
import { createIdentity } from "./create-identities.ts";
import { type KeyHolder, toKeyFile } from "./key-files.ts";
import { readKey } from "@site/contracts/signing/read-key";
import { readRoots } from "./open-trust.ts";
import type { Signer } from "@site/contracts/signing/signed-document";
import { makeFolders } from "../../disk/make-folders.ts";

/** The keys for the replacement of an owner's key of the root. */
interface Rotation {
  former: Signer;
  /** Signs with the new key, which a dry run does not store. */
  signer: Signer;
  publicKey: string;
}

/**
 * This machine's key of the root, and its replacement: a new key, or the key that an interrupted call made.
 * @throws SiteError `KEY_NOT_FOUND`, `KEY_EXPOSED`, `KEY_INVALID`, `TRUST_MISSING`, `TRUST_INVALID`
 */
export async function openRotation(
  { keysDir, trustDir }: { keysDir: string; trustDir: string },
  dryRun: boolean,
): Promise<Rotation> {
  const taken = await findTaken(keysDir, trustDir);
  // The signature of another owner has made this machine's next key the one in force.
  if (taken && dryRun) return { former: taken, ...createIdentity({ kind: "root" }) };
  await settleOwnerKeys(keysDir, trustDir);
  const { signer: former } = await readKey(toKeyFile(keysDir, { kind: "root" }), "the root");
  const make = dryRun ? tryKey : ensureKey;
  return { former, ...(await make(toNextRootFile(keysDir), { kind: "root" }, "the root")) };
}

/** The key in a file, or a new one that is not stored: for dry runs. */
export async function tryKey(file: string, holder: KeyHolder, label: string): ReturnType<typeof readKey> {
  try {
    return await readKey(file, label);
  } catch (error) {
    if (isSiteError(error, "KEY_NOT_FOUND")) return createIdentity(holder);
    throw error;
  }
}

/** The file of an owner's next root key, until the list names it. */
function toNextRootFile(keysDir: string): string {
  return join(keysDir, "root.next.pem");
}

/**
 * The keys of the root on this machine: the one in use, and the next one when it is being rotated.
 * @throws SiteError `KEY_NOT_FOUND`, `KEY_EXPOSED`, `KEY_INVALID`
 */
export async function openOwnerKeys(keysDir: string): Promise<Signer[]> {
  const { signer } = await readKey(toKeyFile(keysDir, { kind: "root" }), "the root");
  try {
    return [signer, (await readKey(toNextRootFile(keysDir), "the root")).signer];
  } catch (error) {
    if (isSiteError(error, "KEY_NOT_FOUND")) return [signer];
    throw error;
  }
}

/** Replaces the key in use by the next key, once the list names only the next one. The former key is kept as a file beside it. */
export async function settleOwnerKeys(keysDir: string, trustDir: string): Promise<void> {
  const [current] = await openOwnerKeys(keysDir);
  if (!current || !(await findTaken(keysDir, trustDir))) return;
  await link(
    toKeyFile(keysDir, { kind: "root" }),
    join(keysDir, `root.${current.keyId.slice(0, 12)}.former.pem`),
  ).catch((error: unknown) => {
    if (!isDiskError(error, "EEXIST")) throw error;
  });
  await rename(toNextRootFile(keysDir), toKeyFile(keysDir, { kind: "root" }));
  await realDisk.sync(await realpath(keysDir));
}

/** The next key, when the list names it in place of the current one. */
async function findTaken(keysDir: string, trustDir: string): Promise<Signer | undefined> {
  const [current, next] = await openOwnerKeys(keysDir);
  const root = (await readRoots(trustDir)).at(-1);
  const isNamed = (signer: Signer | undefined): boolean =>
    root?.root.keys.some(({ keyId }) => keyId === signer?.keyId) === true;
  return isNamed(next) && !isNamed(current) ? next : undefined;
}

/** The key in a file, made when there is none. A key that an interrupted call made is not replaced. */
export async function ensureKey(file: string, holder: KeyHolder, label: string): ReturnType<typeof readKey> {
  const aside = toAside(file);
  try {
    await makeFolders(dirname(file), { mode: 0o700 });
    await realDisk.create(aside, Buffer.from(createIdentity(holder).pem), 0o600);
    await link(aside, file);
    await realDisk.sync(await realpath(dirname(file)));
  } catch (error) {
    if (!isDiskError(error, "EEXIST")) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return readKey(file, label);
}

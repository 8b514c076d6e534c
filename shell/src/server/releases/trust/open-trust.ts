import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError } from "../../disk/disk.ts";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";
import { checkSignatures } from "./signatures.ts";
import { createTrust, type Trust } from "./trust.ts";
import { parseRootList, parseTeamList, inTrustFile, type RootList, type TeamList } from "./trust-list.ts";
import { readMemory, type TrustMemory, writeMemory } from "./trust-memory.ts";

export interface TrustOptions {
  /** Contains `root.json`, every earlier root as `<version>.root.json`, and `targets.json`. Only read. */
  trustDir: string;
  /** For messages: the address of the files in `trustDir`, when they are temporary copies. */
  readFrom?: string;
  /** Contains the highest versions seen. */
  stateDir: string;
  /**
   * The sha384 of the file of a trusted root, in hexadecimal digits (`sha384sum 1.root.json`). Without it, a server without memory trusts the first
   * root it sees.
   */
  rootDigest?: Digest;
  now?: () => Date;
}

/** A root in the folder, with the digest of the file's bytes. */
interface RootFile extends RootList {
  fileDigest: Digest;
}

/**
 * Loads the trust list. Fails closed, and creates nothing: only checked lists are remembered. Call it again to read a newer list; it reads a few
 * small files.
 * @throws SiteError `TRUST_MISSING`, `TRUST_INVALID`, `TRUST_EXPIRED`, `TRUST_ROLLED_BACK`, `TRUST_REPLACED`, `TRUST_UNPINNED`,
 * `TRUST_MEMORY_INVALID`
 */
export async function openTrust({
  trustDir,
  readFrom,
  stateDir,
  rootDigest,
  now = () => new Date(),
}: TrustOptions): Promise<Trust> {
  const memory = await readMemory(stateDir, rootDigest !== undefined);
  const chain = await readRoots(trustDir, readFrom);
  const anchors = [findRemembered(chain, memory, stateDir), findPinned(chain, rootDigest, readFrom ?? trustDir)].filter(
    (root) => root !== undefined,
  );
  const first = anchors.toSorted((a, b) => a.version - b.version)[0] ?? chain[0];
  const newest = chain.at(-1);
  const toFile = nameFiles(trustDir, readFrom);
  if (!first || !newest) throw new SiteError("TRUST_MISSING", { file: toFile("root.json") });
  checkChain(
    chain.filter(({ version }) => version >= first.version),
    now(),
  );
  const file = toFile("targets.json");
  const teams = parseTeamList(await readTrustFile(join(trustDir, "targets.json"), file), file);
  if (memory) assertNotOlder(teams, memory.targets, stateDir);
  const trust = createTrust(newest, teams, now);
  await writeMemory(stateDir, {
    schemaVersion: 1,
    first: memory?.first ?? { version: first.version, digest: first.digest },
    root: { version: newest.version, digest: newest.digest },
    targets: { version: teams.version, digest: teams.digest },
  });
  return trust;
}

/** All roots of the folder by rising version, without a gap. `root.json` counts as the file of its version. */
export async function readRoots(trustDir: string, readFrom?: string): Promise<RootFile[]> {
  const toFile = nameFiles(trustDir, readFrom);
  const chain = new Map<number, RootFile>();
  for (const name of await listRootFiles(trustDir)) {
    const file = toFile(name);
    const bytes = await readTrustFile(join(trustDir, name), file);
    const root = { ...parseRootList(bytes, file), fileDigest: toDigest(bytes) };
    const same = chain.get(root.version);
    inTrustFile(file, () => {
      if (name !== "root.json" && name !== `${root.version}.root.json`)
        throw new Error(`its version is ${root.version}`);
      if (same && same.fileDigest !== root.fileDigest) throw new Error(`it is not the file ${root.version}.root.json`);
    });
    if (!same) chain.set(root.version, root);
  }
  const sorted = [...chain.values()].toSorted((a, b) => a.version - b.version);
  for (const [index, root] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && root.version !== before.version + 1)
      throw new SiteError("TRUST_MISSING", { file: toFile(`${before.version + 1}.root.json`) });
  }
  return sorted;
}

/** Names files of the list for messages: by their path, or the address they were read from. */
function nameFiles(trustDir: string, readFrom: string | undefined): (name: string) => string {
  return (name) => (readFrom === undefined ? join(trustDir, name) : `${readFrom}/${name}`);
}

/** `root.json` is last, so that it is compared with the numbered file of its version. */
async function listRootFiles(trustDir: string): Promise<string[]> {
  try {
    const names = await readdir(trustDir);
    return [...names.filter((name) => /^[1-9]\d{0,8}\.root\.json$/.test(name)), "root.json"];
  } catch (cause) {
    if (isDiskError(cause, "ENOENT")) throw new SiteError("TRUST_MISSING", { file: trustDir }, { cause });
    throw new SiteError("TRUST_INVALID", { file: trustDir, problem: toProblem(cause) }, { cause });
  }
}

/** @param file the name in messages; by default the path */
export async function readTrustFile(path: string, file = path): Promise<Buffer> {
  try {
    return (await readRegularFile(path)).bytes;
  } catch (cause) {
    if (isDiskError(cause, "ENOENT")) throw new SiteError("TRUST_MISSING", { file }, { cause });
    throw new SiteError("TRUST_INVALID", { file, problem: toProblem(cause) }, { cause });
  }
}

/** The root that this server used last. It must still be in the chain, because later roots are trusted through it. */
function findRemembered(
  chain: readonly RootFile[],
  memory: TrustMemory | undefined,
  stateDir: string,
): RootFile | undefined {
  const newest = chain.at(-1);
  if (!memory || !newest) return undefined;
  assertNotOlder(newest, memory.root, stateDir);
  const remembered = chain.find(({ version }) => version === memory.root.version);
  if (!remembered)
    throw new SiteError("TRUST_MISSING", { file: newest.file.replace(/[^/\\]*$/, `${memory.root.version}.root.json`) });
  assertNotOlder(remembered, memory.root, stateDir);
  return remembered;
}

function findPinned(
  chain: readonly RootFile[],
  rootDigest: Digest | undefined,
  trustDir: string,
): RootFile | undefined {
  if (rootDigest === undefined) return undefined;
  const pinned = chain.find(({ fileDigest }) => fileDigest === rootDigest);
  if (!pinned) throw new SiteError("TRUST_UNPINNED", { folder: trustDir, expected: rootDigest });
  return pinned;
}

function checkChain(chain: readonly RootFile[], at: Date): void {
  for (const [index, root] of chain.entries()) checkRoot(root, chain[index - 1], at);
}

/**
 * Checks that a root is signed by enough owners of the previous root, and by enough of its own.
 * @throws SiteError `TRUST_INVALID`
 */
export function checkRoot(root: RootList, before: RootList | undefined, at = new Date()): void {
  inTrustFile(root.file, () => {
    root.metadata.verifyDelegate("root", root.metadata);
    before?.metadata.verifyDelegate("root", root.metadata);
    assertSigners(root, before, at);
  });
}

/** Like {@link checkRoot}, but counts owners in place of keys, and refuses signatures of other keys. */
function assertSigners(root: RootList, before: RootList | undefined, at: Date): void {
  const ownIds = new Set(root.root.keys.map(({ keyId }) => keyId));
  const formerIds = new Set(before?.root.keys.map(({ keyId }) => keyId));
  const { signatures, signed } = root.envelope;
  const check = (role: RootList["root"], ids: ReadonlySet<string>): void => {
    const own = signatures.filter(({ keyid }) => ids.has(keyid));
    checkSignatures({ signatures: own, signed }, { document: root.file, signer: "the root", role, revoked: [], at });
  };
  check(root.root, ownIds);
  if (before) check(before.root, formerIds);
  // The first root of a folder may have signatures of an earlier root that was removed: it is trusted by its digest or as the first.
  const isFirst = !before && root.version > 1;
  const foreign = signatures.find(({ keyid }) => !ownIds.has(keyid) && !formerIds.has(keyid));
  if (foreign && !isFirst)
    throw new SiteError("SIGNATURE_FOREIGN", {
      document: root.file,
      key: foreign.keyid.slice(0, 12),
      signer: "the root",
    });
}

/** Refuses a list that is older than the remembered one, or differs from it under the same version. */
function assertNotOlder(list: RootList | TeamList, seen: TrustMemory["root"], stateDir: string): void {
  const { file, version, digest } = list;
  if (version < seen.version) throw new SiteError("TRUST_ROLLED_BACK", { file, actual: version, seen: seen.version });
  if (version === seen.version && digest !== seen.digest)
    throw new SiteError("TRUST_REPLACED", { file, version, stateDir });
}

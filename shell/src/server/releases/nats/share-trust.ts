import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { openTrust, readRoots } from "../trust/open-trust.ts";
import type { Trust } from "../trust/trust.ts";
import { toAddressText } from "./nats-address.ts";
import { withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";
import { byOrder, readOwnFiles, readSharedFiles, type SharedFile, toTrustKey } from "./trust-files.ts";
import { isWrongSequence } from "./wrong-sequence.ts";

/**
 * Copies the trust list of this machine to the store, for the other machines. It replaces only an earlier state of the same list, or a list that does not
 * descend from this machine's first root. Replacing a list with the change of another owner would undo that change, such as a revocation.
 * @throws SiteError `TRUST_DIFFERS` when what the store has is not an earlier state of this list; `STORE_*`
 */
export async function shareTrust(link: NatsLink, trustDir: string): Promise<void> {
  const shared = await readSharedFiles(link);
  const own = await readOwnFiles(trustDir);
  const refuse = (problem: string, cause?: unknown): SiteError =>
    new SiteError("TRUST_DIFFERS", { address: toAddressText(link.address), folder: trustDir, problem }, { cause });
  const changed = [...own].filter(([name, bytes]) => shared.get(name)?.bytes.equals(bytes) !== true);
  if (changed.length === 0) return;
  if (shared.size > 0) {
    const problem = await findDifference(trustDir, shared);
    if (problem !== undefined) throw refuse(problem);
  }
  for (const [name, bytes] of changed.toSorted(([a], [b]) => byOrder(a, b))) {
    const before = shared.get(name);
    try {
      // A conditional write, because another owner may share a change at this moment.
      await withKeys(link, "data", ({ kv }) =>
        before ? kv.update(toTrustKey(name), bytes, before.revision) : kv.create(toTrustKey(name), bytes),
      );
    } catch (error) {
      if (isWrongSequence(error)) throw refuse("another owner changed it at the same moment", error);
      throw error;
    }
  }
}

/**
 * The content of the store's list that this machine's list lacks; undefined when the store's list is an earlier state of this machine's, or not
 * trustworthy.
 */
async function findDifference(trustDir: string, shared: ReadonlyMap<string, SharedFile>): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "shared-trust-"));
  try {
    for (const [name, { bytes }] of shared) await writeFile(join(folder, name), bytes);
    const roots = await readRoots(trustDir);
    const read = (from: string, memory: string): Promise<Trust> =>
      openTrust({
        trustDir: from,
        stateDir: join(folder, memory),
        ...(roots[0] && { rootDigest: roots[0].fileDigest }),
        // An expired list is also followed by its renewal.
        now: () => new Date(0),
      });
    const own = await read(trustDir, "own");
    const other = await readBelievable(() => read(folder, "other"));
    return (
      other &&
      compare(
        own,
        other,
        roots.some(({ digest }) => digest === other.root.digest),
      )
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The store's list; undefined when its signatures are invalid, as after a write by an account without a root key. */
async function readBelievable(read: () => Promise<Trust>): Promise<Trust | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isSiteError(error)) return undefined;
    throw error;
  }
}

function compare(own: Trust, other: Trust, isRootKnown: boolean): string | undefined {
  const lists = [
    { name: "the root's list", mine: own.root, theirs: other.root },
    { name: "the list of teams", mine: own.teams, theirs: other.teams },
  ];
  for (const { name, mine, theirs } of lists) {
    if (theirs.version > mine.version) return `${name} there is version ${theirs.version}, and here ${mine.version}`;
    if (theirs.version === mine.version && theirs.digest !== mine.digest)
      return `version ${mine.version} of ${name} is another one there`;
  }
  if (!isRootKnown) return `version ${other.root.version} of the root's list is another one there`;
  const forgotten = other.revoked.find(({ keyId }) => !own.revoked.some((key) => key.keyId === keyId));
  return forgotten && `the key ${forgotten.keyId.slice(0, 12)} is revoked there, and not here`;
}

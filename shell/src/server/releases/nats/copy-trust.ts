import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Digest } from "@site/contracts/releases/digest";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { openTrust } from "../trust/open-trust.ts";
import { toAddressText } from "./nats-address.ts";
import type { NatsLink } from "./nats-link.ts";
import { byOrder, readOwnFiles, readSharedFiles } from "./trust-files.ts";
import { makeFolders } from "../../disk/make-folders.ts";
import { replaceFile } from "../../disk/replace-file.ts";

export interface TrustCopy {
  /** The folder of this machine's trust lists. */
  trustDir: string;
  stateDir: string;
  rootDigest: Digest | undefined;
}

/**
 * Fetches the trust list of the store when it differs from this machine's. It is checked as at a start before it replaces a file, so an account that
 * can write to the store can neither change the trusted keys nor restore an older list.
 * @param options.discardsOwn whether to discard files that the store lacks, and a newer version of this machine: a change that was never shared
 * @returns whether a file was replaced; `"older"` when this machine has a newer list, as after a change that is not shared yet
 * @throws SiteError `TRUST_ROOT_UNNAMED` on a machine without list, memory and `TRUST_ROOT_DIGEST`; `TRUST_*` when the list is refused; `STORE_*`
 */
export async function fetchTrust(
  link: NatsLink,
  { trustDir, stateDir, rootDigest }: TrustCopy,
  { discardsOwn = false } = {},
): Promise<"replaced" | "same" | "older"> {
  const shared = await readSharedFiles(link);
  const own = await readOwnFiles(trustDir);
  const changed = [...shared].filter(([name, { bytes }]) => own.get(name)?.equals(bytes) !== true);
  if (changed.length === 0) return "same";
  // Otherwise the first list from the network would decide which keys are trusted.
  if (own.size === 0 && rootDigest === undefined)
    throw new SiteError("TRUST_ROOT_UNNAMED", { address: toAddressText(link.address) });
  const pinned = { stateDir, ...(rootDigest !== undefined && { rootDigest }) };
  // Remembers the version of this machine's own list, so that an older one does not replace it. Problems of that list are reported where it is
  // opened.
  if (own.size > 0 && !discardsOwn) await openTrust({ trustDir, ...pinned }).catch(() => undefined);
  await makeFolders(stateDir, { mode: 0o700 });
  const next = await mkdtemp(join(stateDir, "trust-"));
  try {
    for (const [name, { bytes }] of shared) await writeFile(join(next, name), bytes);
    await openTrust({ trustDir: next, ...pinned });
    await makeFolders(trustDir);
    // Written again, because the folder of the lists may be on another disk than the folder of the check.
    for (const [name, { bytes }] of changed.toSorted(([one], [other]) => byOrder(one, other)))
      await replaceFile(join(trustDir, name), bytes);
    for (const name of discardsOwn ? own.keys() : []) if (!shared.has(name)) await rm(join(trustDir, name));
    return "replaced";
  } catch (error) {
    if (isSiteError(error, "TRUST_ROLLED_BACK")) return "older";
    throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

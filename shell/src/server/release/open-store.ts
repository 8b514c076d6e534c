import type { Digest } from "@site/contracts/digest";
import { createFileBlobs } from "./file-blobs.ts";
import { openFileLogs } from "./file-channel-log.ts";
import type { ReleaseStore } from "./release-store.ts";
import { openSeenRevision } from "./seen-revision.ts";
import { createSignedStore, type Keys } from "./signed-store.ts";
import { openSigner } from "./trust/open-signer.ts";
import { openTrust } from "./trust/open-trust.ts";
import type { Role } from "./trust/trust.ts";

/** Where a store and what it is checked against are kept. All are absolute paths. */
export interface StorePlaces {
  storeDir: string;
  /** The trust list: whose signatures count. */
  trustDir: string;
  /** Private keys. Only a machine that signs has them. */
  keysDir: string;
  /** What this machine remembers of the highest versions it saw. */
  stateDir: string;
}

/** The places of a store: beside its folder, unless said otherwise. */
export function toStorePlaces(storeDir: string, others: Partial<StorePlaces> = {}): StorePlaces {
  return { storeDir, trustDir: `${storeDir}.trust`, keysDir: `${storeDir}.keys`, stateDir: `${storeDir}.state`, ...others };
}

/** What a process does with a store. */
export interface StoreUse {
  /** Whether it signs with the keys of this machine. A server does not, and holds none. */
  signs: boolean;
  /** The digest of the root that is trusted; without it the first root that is seen counts. */
  rootDigest?: Digest | undefined;
}

/**
 * Opens a store of files. Nothing is made that authenticates it.
 * @throws SiteError `TRUST_*` when the trust list is missing, expired, or older than one that was seen
 */
export async function openReleaseStore({ storeDir, trustDir, keysDir, stateDir }: StorePlaces, { signs, rootDigest }: StoreUse): Promise<ReleaseStore> {
  const trust = await openTrust({ trustDir, stateDir, ...(rootDigest !== undefined && { rootDigest }) });
  const toSigner = (role: Role) => openSigner(keysDir, role, trust);
  const keys: Keys = {
    team: (name) => toSigner({ kind: "team", name }),
    check: () => toSigner({ kind: "check" }),
    operator: () => toSigner({ kind: "operator" }),
  };
  return createSignedStore({
    blobs: createFileBlobs(storeDir),
    openLog: openFileLogs(storeDir),
    trust,
    keys: signs ? keys : undefined,
    seen: openSeenRevision(stateDir, "stable"),
  });
}

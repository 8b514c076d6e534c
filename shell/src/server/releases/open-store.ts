import type { Digest } from "@site/contracts/releases/digest";
import { createFileBlobs } from "./file-blobs.ts";
import { openFileLogs } from "./file-channel-log.ts";
import type { ReleaseStore } from "./release-store.ts";
import { openSeenRevision } from "./seen-revision.ts";
import { createSignedStore, type Keys } from "./signed-store.ts";
import type { TeamKeySource } from "@site/contracts/publishing/open-team-signer";
import { openSigner, openTeamKey } from "./trust/open-signer.ts";
import { type FollowedTrust, followTrust } from "./trust/follow-trust.ts";
import { openTrust, type TrustOptions } from "./trust/open-trust.ts";
import type { Trust } from "./trust/trust.ts";

/** Where a store and what it is checked against are kept. All are absolute paths. */
export interface StorePlaces {
  storeDir: string;
  /** The trust list: whose signatures count. */
  trustDir: string;
  /** Private keys. Only a machine that signs has them. */
  keysDir: string;
  /** What this machine remembers of the highest versions it saw. */
  stateDir: string;
  /** Tokens of teams and operators, and the log of what was done with them. */
  accessDir: string;
}

/** The places of a store: beside its folder, unless said otherwise. */
export function toStorePlaces(storeDir: string, others: Partial<StorePlaces> = {}): StorePlaces {
  return {
    storeDir,
    trustDir: `${storeDir}.trust`,
    keysDir: `${storeDir}.keys`,
    stateDir: `${storeDir}.state`,
    accessDir: `${storeDir}.access`,
    ...others,
  };
}

/** What a process does with a store. */
export interface StoreUse {
  /** Whether it signs with the keys of this machine. A server does not, and holds none. */
  signs: boolean;
  /** The file with the key of the release check; without it `check.pem` of the keys' folder. */
  checkKey?: string | undefined;
  /** Where the keys of teams come from; without it files of the keys' folder. */
  teamKey?: TeamKeySource | undefined;
  /** The digest of the root that is trusted; without it the first root that is seen counts. */
  rootDigest?: Digest | undefined;
}

/**
 * Opens a store of files. Creates no key and no trust list.
 * @throws SiteError `TRUST_*` when the trust list is missing, expired, or older than one that was seen
 */
export async function openReleaseStore(
  places: StorePlaces,
  { signs, rootDigest, checkKey, teamKey = {} }: StoreUse,
): Promise<ReleaseStore> {
  const trust = await openTrust(toTrustOptions(places, rootDigest));
  const { keysDir } = places;
  const keys: Keys = {
    team: (name) => openTeamKey(keysDir, name, teamKey, trust),
    check: () => openSigner(keysDir, { kind: "check" }, trust, undefined, checkKey),
    operator: () => openSigner(keysDir, { kind: "operator" }, trust),
  };
  return createStore(places, trust, signs ? keys : undefined);
}

/** A store that a server reads for long, and the trust list that it follows. */
export interface ServedStore {
  store: ReleaseStore;
  trust: FollowedTrust;
}

/**
 * Opens a store of files for a server: it signs nothing, and a trust list that changes reaches it without a restart.
 * @throws what {@link openReleaseStore} throws
 */
export async function openServedStore(
  places: StorePlaces,
  { rootDigest }: Pick<StoreUse, "rootDigest"> = {},
): Promise<ServedStore> {
  const trust = await followTrust(toTrustOptions(places, rootDigest));
  return { store: createStore(places, trust.trust, undefined), trust };
}

function toTrustOptions({ trustDir, stateDir }: StorePlaces, rootDigest: Digest | undefined): TrustOptions {
  return { trustDir, stateDir, ...(rootDigest !== undefined && { rootDigest }) };
}

function createStore({ storeDir, stateDir }: StorePlaces, trust: Trust, keys: Keys | undefined): ReleaseStore {
  return createSignedStore({
    blobs: createFileBlobs(storeDir),
    openLog: openFileLogs(storeDir),
    trust,
    keys,
    seen: openSeenRevision(stateDir, "stable"),
  });
}

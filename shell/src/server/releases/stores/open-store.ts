import type { Digest } from "@site/contracts/releases/digest";
import { SiteError } from "@site/contracts/errors";
import { within } from "../../disk/within.ts";
import { hastyDisk, realDisk } from "../../disk/disk.ts";
import { createFileBlobs } from "../storage/file-blobs.ts";
import { openFileLogs } from "../storage/file-channel-log.ts";
import { readDiskTime } from "../storage/disk-time.ts";
import type { NatsAddress } from "../nats/nats-address.ts";
import type { LinkOptions } from "../nats/nats-link.ts";
import type { NatsStore } from "../nats/open-nats-store.ts";
import type { ReleaseStore } from "../release-store.ts";
import { openSeenRevision } from "../signed-store/seen-revision.ts";
import { createSignedStore, type SignedStoreOptions } from "../signed-store/signed-store.ts";
import type { Keys } from "../signed-store/store-keys.ts";
import type { TeamKeySource } from "@site/contracts/publishing/open-team-signer";
import { openCheckKey } from "../trust/check-key.ts";
import { openSigner, openTeamKey } from "../trust/open-signer.ts";
import { type FollowedTrust, followTrust } from "../trust/follow-trust.ts";
import type { TrustOptions } from "../trust/open-trust.ts";
import type { Trust } from "../trust/trust.ts";

/** The folders of a store, and of the lists and keys that it is verified with. All are absolute paths. */
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
  /** Where the store is when it is in NATS. `storeDir` is the folder of copies then. */
  nats?: NatsAddress | undefined;
}

/** The folders of a store; by default beside its own folder. */
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

/** How a process uses a store. */
export interface StoreUse extends Omit<LinkOptions, "keepsTrying"> {
  /** Whether it signs with the keys of this machine. A server does not, and holds none. */
  signs: boolean;
  /** The file with the key of the release check; without it `check.pem` of the keys' folder. */
  checkKey?: string | undefined;
  /** Where the keys of teams come from; without it files of the keys' folder. */
  teamKey?: TeamKeySource | undefined;
  /** The digest of the root that is trusted; without it the first root that is seen counts. */
  rootDigest?: Digest | undefined;
  /**
   * Whether an admission does not wait until its files survive a loss of power, in a store for development: a damaged file is detected by its hash.
   */
  isHasty?: boolean;
  /** Whether releases are read from NATS, and not from what this machine has of them: to examine the store. */
  skipsCopies?: boolean;
}

/**
 * Opens a store. Creates no key and no trust list.
 * @throws SiteError `TRUST_*` when the trust list is missing, expired, or older than one that was seen
 */
export async function openReleaseStore(
  places: StorePlaces,
  { signs, checkKey, teamKey = {}, ...use }: StoreUse,
): Promise<ReleaseStore> {
  const { rootDigest } = use;
  const parts = await openParts(places, { ...use, keepsTrying: false });
  const { trust, look } = await openOrClose(parts, async () => {
    await parts.nats?.copy();
    return followTrust(toTrustOptions(places, rootDigest));
  });
  /** Checks take a minute: a key that was rotated or revoked meanwhile must not sign what servers would refuse. */
  async function readTrust(): Promise<Trust> {
    await parts.nats?.copy();
    await look();
    trust.assertInForce();
    return trust;
  }
  const { keysDir } = places;
  const keys: Keys = {
    team: async (name) => openTeamKey(keysDir, name, teamKey, await readTrust()),
    check: async () => {
      const latest = await readTrust();
      return checkKey === undefined ? openSigner(keysDir, { kind: "check" }, latest) : openCheckKey(checkKey, latest);
    },
    operator: async () => openSigner(keysDir, { kind: "operator" }, await readTrust()),
  };
  return createStore(places, parts, trust, signs ? keys : undefined);
}

/** A store that a server keeps open, and the trust list that it follows. */
export interface ServedStore {
  store: ReleaseStore;
  trust: FollowedTrust;
  /** Follows what the store carries beside releases until it is closed; undefined for a store of files, which is followed in place. */
  follow?: NatsStore["follow"] | undefined;
  /** Whether the store answered. Otherwise the server starts with the copies it made earlier. */
  isReached: boolean;
}

/** The timeout in milliseconds for copying from a store in NATS at a start. After it the server starts with its earlier copies. */
const copyTimeoutMs = 5000;

/**
 * Opens a store for a server: it signs nothing, and a trust list that changes reaches it without a restart.
 * @throws what {@link openReleaseStore} throws
 */
export async function openServedStore(
  places: StorePlaces,
  { rootDigest }: Pick<StoreUse, "rootDigest"> = {},
): Promise<ServedStore> {
  const parts = await openParts(places, { rootDigest, keepsTrying: true });
  let notCopied: unknown;
  const trust = await openOrClose(parts, async () => {
    notCopied = await tryToCopy(parts);
    return followTrust(toTrustOptions(places, rootDigest)).catch((error: unknown) => {
      throw notCopied ?? error;
    });
  });
  const store = createStore(places, parts, trust.trust, undefined);
  return { store, trust, follow: parts.nats?.follow, isReached: notCopied === undefined };
}

/** @returns why there is no new copy; the server starts with an earlier one */
async function tryToCopy({ nats }: StoreParts): Promise<unknown> {
  try {
    if (nats) await within(nats.copy(), copyTimeoutMs, new SiteError("STORE_TIMEOUT", { milliseconds: copyTimeoutMs }));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The parts of a store, in files or in NATS. */
interface StoreParts extends Pick<SignedStoreOptions, "blobs" | "openLog" | "servers" | "readDiskTime" | "close"> {
  nats: NatsStore | undefined;
}

async function openParts(
  places: StorePlaces,
  {
    rootDigest,
    isHasty = false,
    skipsCopies = false,
    ...link
  }: Pick<StoreUse, "rootDigest" | "isHasty" | "skipsCopies"> & LinkOptions,
): Promise<StoreParts> {
  const { storeDir, nats: address } = places;
  if (!address) {
    const blobs = createFileBlobs(storeDir, isHasty ? hastyDisk : realDisk);
    return { blobs, openLog: openFileLogs(storeDir), readDiskTime: () => readDiskTime(storeDir), nats: undefined };
  }
  // Loaded here, so that a store of files does not wait for the code of NATS.
  const { openNatsStore } = await import("../nats/open-nats-store.ts");
  const nats = openNatsStore(address, { ...places, rootDigest, skipsCopies }, link);
  const { blobs, openLog, servers } = nats;
  return { blobs, openLog, servers, close: () => nats.close(), nats };
}

/** Closes the connection when opening fails, because an open connection would keep the process running. */
async function openOrClose<T>({ close }: StoreParts, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await close?.();
    throw error;
  }
}

function toTrustOptions({ trustDir, stateDir }: StorePlaces, rootDigest: Digest | undefined): TrustOptions {
  return { trustDir, stateDir, ...(rootDigest !== undefined && { rootDigest }) };
}

function createStore(
  { stateDir }: StorePlaces,
  { blobs, openLog, servers, readDiskTime: readTime, close }: StoreParts,
  trust: Trust,
  keys: Keys | undefined,
): ReleaseStore {
  const seen = openSeenRevision(stateDir, "stable");
  return createSignedStore({ blobs, openLog, trust, keys, seen, servers, readDiskTime: readTime, close });
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { SiteError } from "@site/contracts/errors";
import type { Digest } from "@site/contracts/releases/digest";
import type { Environment } from "../../src/server/environment.ts";
import { sweepLeftovers } from "../../src/server/disk/leftovers.ts";
import type { NatsAddress } from "../../src/server/releases/nats/nats-address.ts";
import { openReleaseStore, type StorePlaces, type StoreUse } from "../../src/server/releases/stores/open-store.ts";
import { setEarlierStoreAside, toEarlierDir } from "../../src/server/releases/stores/migrate-store.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { markStore, requireStore } from "../../src/server/releases/stores/store-marker.ts";
import { addTeam } from "../../src/server/releases/trust/change-teams.ts";
import {
  createDevelopmentIdentities,
  renewDevelopmentLists,
} from "../../src/server/releases/trust/development-identities.ts";
import { defaultStoreDir } from "../workspace/workspace.ts";
import { loadNats } from "./load-nats.ts";

/** The release store of an environment. */
export interface OpenedStore {
  store: ReleaseStore;
}

/** Options of a command for its store. */
export interface OpenOptions extends Pick<StoreUse, "isHasty" | "skipsCopies" | "onWait" | "askAgainForMs"> {
  /** Whether the command repairs a channel that is blocked by a foreign record. */
  repairs?: boolean;
}

/**
 * Opens the release store of an environment, to sign with this machine's keys. Every command opens it here.
 * @throws SiteError `STORE_NOT_FOUND`, `STORE_VERSION_UNSUPPORTED` or `TRUST_*`, and nothing is created then; `CHANNEL_BLOCKED`
 */
export async function openStore(
  { places, teamKey, rootDigest }: Environment,
  { repairs = false, ...use }: OpenOptions = {},
): Promise<OpenedStore> {
  if (!places.nats) requireStore(places.storeDir);
  const store = await openReleaseStore(places, { signs: true, teamKey, rootDigest, ...use });
  try {
    // On a read-only disk nothing is removed, and the command continues.
    await sweepLeftovers(places);
    const [foreign] = repairs ? [] : await store.findForeign();
    if (foreign) throw new SiteError("CHANNEL_BLOCKED", { path: foreign.path, problem: foreign.problem });
  } catch (error) {
    await store.close();
    throw error;
  }
  return { store };
}

/** Options for making a store. */
interface InitOptions extends Pick<StoreUse, "onWait"> {
  replicas?: number | undefined;
  teams?: readonly string[];
}

/**
 * Makes the release store of an environment, and beside it a trust list and keys for development. Existing parts stay.
 * @param replicas the number of NATS servers that keep the store; without it an existing store keeps its number, a new one has 1
 * @param teams the teams that may sign releases in a store of files
 * @returns false when the store existed already
 * @throws SiteError `STORE_FOLDER_TAKEN` for a folder with other files, `IDENTITIES_INCOMPLETE` when a store has records and its trust list is
 * missing
 */
export async function initStore(
  { places, rootDigest }: Environment,
  { replicas, teams = packageNames, onWait }: InitOptions = {},
): Promise<boolean> {
  if (places.nats) return initNatsStore(places, places.nats, { rootDigest, replicas, onWait });
  const { storeDir, keysDir, trustDir } = places;
  const created = markStore(storeDir);
  if (!created) requireIdentities(places);
  await sweepLeftovers(places);
  await createDevelopmentIdentities({ keysDir, trustDir, teams });
  // A remote may have been added to the workspace: its team may sign from now on.
  for (const name of teams) await addTeam({ keysDir, trustDir }, name, `development team ${name}`);
  return created;
}

/** A store with records has a trust list, which may be in another folder: with a new list, all of its records would be refused. */
function requireIdentities({ storeDir, keysDir, trustDir }: StorePlaces): void {
  const channels = join(storeDir, "channels");
  if (existsSync(trustDir) || existsSync(keysDir) || !existsSync(channels) || readdirSync(channels).length === 0)
    return;
  throw new SiteError("IDENTITIES_INCOMPLETE", { there: storeDir, missing: trustDir });
}

/**
 * Makes a store in NATS. Identities for development are made only when neither the store nor this machine has a trust list; the list of this machine
 * is copied to the store.
 */
async function initNatsStore(
  places: StorePlaces,
  address: NatsAddress,
  { rootDigest, replicas, onWait }: Pick<InitOptions, "replicas" | "onWait"> & { rootDigest: Digest | undefined },
): Promise<boolean> {
  const { keysDir, trustDir } = places;
  const { fetchTrust, makeBuckets, openNatsLink, shareTrust } = await loadNats();
  const link = openNatsLink(address, { keepsTrying: false, onWait });
  try {
    const created = await makeBuckets(link, { replicas });
    await fetchTrust(link, { ...places, rootDigest });
    if (!existsSync(trustDir)) await createDevelopmentIdentities({ keysDir, trustDir, teams: packageNames });
    await shareTrust(link, trustDir);
    return created;
  } finally {
    await link.close();
  }
}

/**
 * Opens a store for development, and makes it when it is missing. An expired trust list is renewed with this machine's keys, unless the environment
 * names the folder or the root of the list: such a list is for its owners to renew.
 * @throws SiteError as {@link openStore} does
 */
export async function openDevelopmentStore(
  environment: Environment,
  { teams, isHasty }: { teams?: readonly string[]; isHasty?: boolean } = {},
): Promise<OpenedStore> {
  const { places, rootDigest } = environment;
  await initStore(environment, { ...(teams && { teams }) });
  if (!places.nats && rootDigest === undefined && places.trustDir === `${places.storeDir}.trust`) {
    const until = await renewDevelopmentLists(places);
    if (until)
      console.log(
        `The trust list for development in ${places.trustDir} had expired. It was renewed with this machine's keys, until ${until.toISOString().slice(0, 10)}.`,
      );
  }
  return openStore(environment, { ...(isHasty !== undefined && { isHasty }) });
}

/** Opens the store to serve from. The default one is made and filled from the sources when it is missing or has an earlier layout. */
export async function openOwnStore(environment: Environment): Promise<OpenedStore> {
  const { storeDir } = environment.places;
  if (storeDir === defaultStoreDir) {
    if (await setEarlierStoreAside(storeDir))
      console.log(`The release store of an earlier layout is kept in ${toEarlierDir(storeDir)}.`);
    return openDevelopmentStore(environment);
  }
  return openStore(environment);
}

import { packageNames } from "@site/contracts/build/workspace-packages";
import { SiteError } from "@site/contracts/errors";
import type { Environment } from "../src/server/environment.ts";
import { sweepLeftovers } from "../src/server/disk/leftovers.ts";
import { openReleaseStore } from "../src/server/releases/open-store.ts";
import { setEarlierStoreAside, toEarlierDir } from "../src/server/releases/migrate-store.ts";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";
import { markStore, requireStore } from "../src/server/releases/store-marker.ts";
import { addTeam } from "../src/server/releases/trust/change-teams.ts";
import { createDevelopmentIdentities } from "../src/server/releases/trust/development-identities.ts";
import { defaultStoreDir } from "./workspace.ts";

/** The release store of an environment. */
export interface OpenedStore {
  store: ReleaseStore;
}

/**
 * Opens the release store of an environment, to sign with this machine's keys. Every command opens it here.
 * @param repairs whether a record that is in the way is what the command is for
 * @throws SiteError `STORE_NOT_FOUND`, `STORE_VERSION_UNSUPPORTED` or `TRUST_*`, nothing is created then; `CHANNEL_BLOCKED`
 */
export async function openStore({ places, teamKey }: Environment, { repairs = false } = {}): Promise<OpenedStore> {
  requireStore(places.storeDir);
  const store = await openReleaseStore(places, { signs: true, teamKey });
  // On a read-only disk nothing is removed, and the command continues.
  await sweepLeftovers(places);
  const [foreign] = repairs ? [] : await store.findForeign();
  if (foreign) throw new SiteError("CHANNEL_BLOCKED", { path: foreign.path, problem: foreign.problem });
  return { store };
}

/**
 * Makes the release store of an environment, and beside it a trust list and keys for development. What is there stays.
 * @returns whether it was not a store before
 * @throws SiteError `STORE_FOLDER_TAKEN` for a folder with other things in it
 */
export async function initStore({ places }: Environment): Promise<boolean> {
  const { storeDir, keysDir, trustDir } = places;
  const created = markStore(storeDir);
  await sweepLeftovers(places);
  await createDevelopmentIdentities({ keysDir, trustDir, teams: packageNames });
  // A remote that came to the workspace since: its team signs from now on.
  for (const name of packageNames) await addTeam({ keysDir, trustDir }, name, `development team ${name}`);
  return created;
}

/** Opens the store to serve from. The default one is made when it is not there, or is of an earlier layout: it is filled from the sources. */
export async function openOwnStore(environment: Environment): Promise<OpenedStore> {
  const { storeDir } = environment.places;
  if (storeDir === defaultStoreDir) {
    if (await setEarlierStoreAside(storeDir))
      console.log(`The release store of an earlier layout is kept in ${toEarlierDir(storeDir)}.`);
    await initStore(environment);
  }
  return openStore(environment);
}

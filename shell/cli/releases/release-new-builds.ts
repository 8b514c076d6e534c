import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { listCanaryPackages } from "../../src/server/publishing/channel-rules.ts";
import { listPins, listSets } from "../../src/server/releases/channels.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";

/** The built version of a package. */
export interface Build {
  name: PackageName;
  version: string;
}

/** The verbs of the same names, for several builds at once. */
export interface ReleaseSteps {
  publish(builds: readonly Build[]): Promise<void>;
  /** @returns false when another operator or server moved the channel meanwhile */
  promote(builds: readonly Build[]): Promise<boolean>;
  /** Called with the builds that are published and not promoted, because an operator holds their packages. */
  tellHeld?(builds: readonly Build[]): void;
}

/** Maximum attempts of a start to promote, when another server or operator writes a revision before each of them. */
const mostTries = 10;

/**
 * Publishes and promotes the builds that were never live, also not in a canary. A build that was live and is not any more was rolled back: a start
 * does not undo that. A build that is only in the store was published by a start that ended before its promote.
 * @throws SiteError `REVISION_CONFLICT` when the channel moved at every attempt
 */
export async function releaseNewBuilds(
  store: ReleaseStore,
  builds: readonly Build[],
  { publish, promote, tellHeld }: ReleaseSteps,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const fresh = await findNeverLive(store, builds);
    if (fresh.length === 0) return;
    await publish(fresh);
    const held = await findHeld(store, fresh);
    if (held.length > 0) tellHeld?.(held);
    const free = fresh.filter((build) => !held.includes(build));
    if (free.length === 0) return;
    // Another server that moved the channel may have promoted the same builds: check again.
    if (await promote(free)) return;
  }
  const actual = (await store.current())?.set.revision ?? 0;
  throw new SiteError("REVISION_CONFLICT", { channel: "stable", actual, expected: actual - 1 });
}

async function findNeverLive(store: ReleaseStore, builds: readonly Build[]): Promise<Build[]> {
  const live = (await store.current())?.set.versions ?? {};
  const candidates = builds.filter(({ name, version }) => live[name] !== version);
  // The history is long, and a start without new builds does not need it.
  if (candidates.length === 0) return [];
  const records = await store.history();
  return candidates.filter(
    ({ name, version }) => !records.flatMap(listSets).some(({ versions }) => versions[name] === version),
  );
}

/** The builds of packages that a freeze, a pin or a canary keeps in place. */
async function findHeld(store: ReleaseStore, builds: readonly Build[]): Promise<Build[]> {
  const live = await store.current();
  const { freeze, canary, ...channels } = live?.channels ?? {};
  const pinned = listPins(channels, new Date()).map(([name]) => name);
  const tried = live && canary ? listCanaryPackages(live.set.versions, canary.set.versions) : [];
  return builds.filter(({ name }) => freeze !== undefined || pinned.includes(name) || tried.includes(name));
}

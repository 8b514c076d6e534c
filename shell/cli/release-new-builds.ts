import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";

/** What a package was built to. */
export interface Build {
  name: PackageName;
  version: string;
}

/** Does what the verbs of the same names do, with several builds at once. */
export interface ReleaseSteps {
  publish(builds: readonly Build[]): Promise<void>;
  /** @returns whether it was done; false when another operator or server moved the channel meanwhile */
  promote(builds: readonly Build[]): Promise<boolean>;
}

/** Attempts of a start to promote, when another server or operator writes a revision in between each time. */
const mostTries = 10;

/**
 * Publishes and promotes the builds that were never live. One that was live once and is no more was rolled back: a start
 * does not undo that. One that is only in the store was published by a start that did not get to its promote.
 * @throws SiteError `REVISION_CONFLICT` when the channel moved every time
 */
export async function releaseNewBuilds(
  store: ReleaseStore,
  builds: readonly Build[],
  { publish, promote }: ReleaseSteps,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const fresh = await findNeverLive(store, builds);
    if (fresh.length === 0) return;
    await publish(fresh);
    // When another server moved the channel, it may have promoted the same builds: look again.
    if (await promote(fresh)) return;
  }
  const actual = (await store.current())?.set.revision ?? 0;
  throw new SiteError("REVISION_CONFLICT", { channel: "stable", actual, expected: actual - 1 });
}

async function findNeverLive(store: ReleaseStore, builds: readonly Build[]): Promise<Build[]> {
  const live = (await store.current())?.set.versions ?? {};
  const candidates = builds.filter(({ name, version }) => live[name] !== version);
  // The history is long, and a start with nothing new does not need it.
  if (candidates.length === 0) return [];
  const records = await store.history();
  return candidates.filter(({ name, version }) => !records.some(({ set }) => set.versions[name] === version));
}

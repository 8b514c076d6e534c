import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { shellName } from "@site/contracts/names/package-name";
import type { Composer } from "../composition/process/composer.ts";
import type { DataStore } from "../data/data-store.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** The set that will probably be promoted next, composed before its promote. Its pages are in memory beside the live ones. */
export interface PreparedSet {
  /** Composes a set, after earlier calls have ended, unless it changes too many pages to hold both sets in memory. Call it only while no other set is composed. */
  prepare(set: ReleaseSet, live: SiteState): Promise<void>;
  /** Resolves when no preparation is running. The preparation of another set than `wanted` is abandoned after {@link maxWaitMs}. Never rejects. */
  finish(wanted: ReleaseSet): Promise<void>;
  state(): SiteState | undefined;
  drop(): void;
}

export interface PreparedSetOptions {
  composer: Pick<Composer, "abandon" | "compose" | "warm">;
  data: Pick<DataStore, "documents">;
  /** Every release of a set, verified. */
  loadPackages(set: ReleaseSet): Promise<LoadedPackages>;
}

/** Most pages in which a prepared set may differ from the live one: each takes about 30 KB of memory. */
export const maxChanged = 512;

/** Milliseconds that the promote of another set waits before the preparation is abandoned: a new composing process takes as long to start. */
const maxWaitMs = 300;

export function createPreparedSet({ composer, data, loadPackages }: PreparedSetOptions): PreparedSet {
  let prepared: SiteState | undefined;
  let preparing: Promise<void> = Promise.resolve();
  /** The id of the set that is being composed. */
  let composing: string | undefined;
  /** Whether the running preparation has to stop for the promote of another set. */
  let isAbandoned = false;

  async function compose(set: ReleaseSet, live: SiteState): Promise<void> {
    prepared = undefined;
    // Also for a set with too many changed pages to prepare: its promote finds the composing process started.
    composer.warm();
    if (countChanged(set, live) > maxChanged) return;
    const packages = await loadPackages(set);
    if (isAbandoned) return;
    const { state, failures } = await composer.compose(set, packages, data.documents(), undefined, live);
    if (failures.length === 0) prepared = state;
  }

  async function composeAfter(earlier: Promise<void>, set: ReleaseSet, live: SiteState): Promise<void> {
    await earlier;
    if (isAbandoned) return;
    composing = set.id;
    try {
      await compose(set, live);
    } finally {
      composing = undefined;
    }
  }

  return {
    prepare(set, live) {
      const composed = composeAfter(preparing, set, live);
      preparing = composed.catch(() => undefined);
      return composed;
    },
    async finish({ id }) {
      const timer = setInterval(() => {
        if (composing === id) return;
        isAbandoned = true;
        void composer.abandon();
      }, maxWaitMs);
      await preparing;
      clearInterval(timer);
      isAbandoned = false;
    },
    state: () => prepared,
    drop() {
      prepared = undefined;
    },
  };
}

/** How many pages show a package whose release differs. */
function countChanged({ digests }: ReleaseSet, { set, pages }: SiteState): number {
  const changed = new Set(Object.keys(digests).filter((name) => digests[name] !== set.digests[name]));
  if (changed.has(shellName)) return pages.size;
  return [...pages.values()].filter(({ shown }) => shown.some((name) => changed.has(name))).length;
}

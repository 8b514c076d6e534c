import type { FastifyBaseLogger } from "fastify";
import { isSiteError, SiteError } from "@site/contracts/errors";
import type { Composer } from "../composition/process/composer.ts";
import type { DataStore } from "../data/data-store.ts";
import type { SiteState } from "../pages/site-state.ts";
import { within } from "../disk/within.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import { toReleaseSet } from "../releases/stored-set.ts";
import { checkShown } from "./check-shown.ts";

/** Composed sets that testers requested. Visitors never get one. */
export interface OverriddenSets {
  /**
   * The stable set with other releases in it, composed at the first request and after each change of the stable set. It is refused within a second or
   * two after one of its releases was removed from the store, or the key of one was revoked.
   * @throws SiteError `RELEASE_*` for one that was never admitted or does not verify, `OVERRIDE_UNFIT` when they do not fit together,
   * `SET_INCOMPLETE`, `OVERRIDES_BUSY`, `SITE_STARTING`
   */
  find(versions: Readonly<Record<string, string>>): Promise<SiteState>;
  /** How many composed sets are held. */
  size(): number;
  close(): Promise<void>;
}

export interface OverriddenSetsOptions {
  store: ReleaseStore;
  data: DataStore;
  /** Makes a composer of its own, so that no promote waits for a tester. */
  createComposer: () => Composer;
  readLive: () => SiteState | undefined;
  /** Called with each set before it is shown, which registers its pictures. */
  onComposed(state: SiteState): Promise<void>;
  log: FastifyBaseLogger;
}

/** Maximum of cached sets; the least recently requested one is dropped first. Each has only the pages that differ from the live ones. */
const maxHeldSets = 4;

/** Maximum of sets in the composer's queue. */
const maxWaiting = 4;

/** Milliseconds between two checks whether the releases of a cached set may still be shown, and the longest that a request waits for one. */
const checkEveryMs = 1000;

interface HeldSet {
  state: SiteState;
  base: SiteState;
  /** When its releases were last checked, by a monotonic clock. */
  checkedAt: number;
}

/** Composes a set when it is first requested, one at a time, in a process of its own. */
export function createOverriddenSets(options: OverriddenSetsOptions): OverriddenSets {
  const { store, data, createComposer, readLive, onComposed, log } = options;
  const held = new Map<string, HeldSet>();
  const underWay = new Map<string, Promise<SiteState>>();
  let line: Promise<unknown> = Promise.resolve();
  let composer: Composer | undefined;

  async function compose(key: string, versions: Readonly<Record<string, string>>): Promise<SiteState> {
    const base = readLive();
    if (!base) throw new SiteError("SITE_STARTING", {});
    const packages = await load(versions, base);
    checkShown(packages);
    const set = toReleaseSet(await store.toSet(versions), base.set.revision);
    composer ??= createComposer();
    const { state, composed, failures } = await composer.compose(
      set,
      packages,
      data.documents(),
      held.get(key)?.state,
      base,
    );
    log.info({ set: set.id, composed: composed.length, failures: failures.length }, "a set was composed for a tester");
    await onComposed(state);
    held.delete(key);
    held.set(key, { state, base, checkedAt: performance.now() });
    for (const oldest of held.keys()) {
      if (held.size <= maxHeldSets) break;
      held.delete(oldest);
    }
    return state;
  }

  /** Live releases are taken from memory, where they were verified. */
  async function load(versions: Readonly<Record<string, string>>, base: SiteState): Promise<LoadedPackages> {
    return new Map(
      await Promise.all(
        Object.entries(versions).map(async ([name, version]) => {
          const live = base.packages.get(name);
          return [name, live?.release.version === version ? live : await store.load(name, version)] as const;
        }),
      ),
    );
  }

  /**
   * Checks the releases that are not live again, about once a second: each may have been removed, or its key revoked. While the store is unavailable,
   * the set stays.
   * @throws SiteError `RELEASE_*`, `KEY_*`
   */
  async function checkAgain(key: string, one: HeldSet): Promise<void> {
    if (performance.now() - one.checkedAt < checkEveryMs) return;
    one.checkedAt = performance.now();
    const others = Object.entries(one.state.set.versions).filter(([name, v]) => one.base.set.versions[name] !== v);
    const late = new SiteError("STORE_TIMEOUT", { milliseconds: checkEveryMs });
    const checks = Promise.all(others.map(([name, version]) => store.check(name, version)));
    try {
      await within(checks, checkEveryMs, late);
    } catch (error) {
      if (!isSiteError(error) || !/^(RELEASE|KEY)_/.test(error.code)) return;
      held.delete(key);
      throw error;
    }
  }

  return {
    size: () => held.size,
    async find(changes) {
      const base = readLive();
      if (!base) throw new SiteError("SITE_STARTING", {});
      const versions = { ...base.set.versions, ...changes };
      const key = JSON.stringify(Object.entries(versions).toSorted());
      const found = held.get(key);
      if (found?.base === base) {
        await checkAgain(key, found);
        held.delete(key);
        held.set(key, found);
        return found.state;
      }
      const running = underWay.get(key);
      if (running) return running;
      if (underWay.size >= maxWaiting) throw new SiteError("OVERRIDES_BUSY", {});
      const turn = line.catch(() => undefined).then(() => compose(key, versions));
      line = turn;
      underWay.set(key, turn);
      try {
        return await turn;
      } finally {
        underWay.delete(key);
      }
    },
    async close() {
      held.clear();
      await composer?.close();
    },
  };
}

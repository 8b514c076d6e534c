import type { FastifyBaseLogger } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { type PackageName, packageNames } from "@site/contracts/package-name";
import { toIslandParts } from "@site/contracts/remote";
import type { ReleaseSet } from "@site/contracts/release-set";
import type { SiteConfig } from "@site/contracts/site-config";
import type { DataStore } from "./data/data-store.ts";
import type { Metrics } from "./metrics.ts";
import { toBrowserSet } from "./page/browser-set.ts";
import { composePages, type LoadedPackages } from "./page/compose.ts";
import { toDocument } from "./page/document.ts";
import { type EncodedPage, encodePage, recompressPage } from "./page/encoded-page.ts";
import type { Fragment } from "./page/fragment.ts";
import { type PageKey, toKeyString } from "./page/page-key.ts";
import { planPages } from "./page/page-plan.ts";
import type { LoadedRelease } from "./release/release-files.ts";
import type { ReleaseStore } from "./release/release-store.ts";
import type { RenderPool } from "./render/render-pool.ts";

/** What is live: one release set and every page made of it. It is replaced as a whole, never changed. */
export interface LiveState {
  set: ReleaseSet;
  packages: LoadedPackages;
  pages: ReadonlyMap<string, EncodedPage>;
}

export interface LiveSite {
  /** Undefined before the first set was composed. */
  state(): LiveState | undefined;
  findPage(key: PageKey): EncodedPage | undefined;
  /** Composes the current set and data off to the side and makes them live. Calls overlap into one more run. */
  refresh(): Promise<void>;
}

export interface LiveSiteOptions {
  site: SiteConfig;
  store: ReleaseStore;
  data: DataStore;
  pool: RenderPool;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

/** The site as it is served: composed ahead, flipped with one assignment. */
export function createLiveSite(options: LiveSiteOptions): LiveSite {
  const { store, metrics, log } = options;
  const lastGood = new Map<string, Fragment>();
  let live: LiveState | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  async function run(): Promise<void> {
    const record = await store.current();
    if (!record) throw new Error("the release store has no release set yet");
    const packages = live?.set.id === record.set.id ? live.packages : await loadPackages(record.set, options);
    const stop = metrics.composeSeconds.startTimer();
    const next = await compose(record.set, packages, live, lastGood, options);
    live = next;
    const seconds = stop();
    metrics.revision.set(record.set.revision);
    log.info({ revision: record.set.revision, set: record.set.id, pages: next.pages.size, seconds }, "the set is live");
    void recompress(next, () => live === next).catch((error: unknown) => log.error({ problem: toProblem(error) }, "pages could not be recompressed"));
  }

  return {
    state: () => live,
    findPage: (key) => live?.pages.get(toKeyString(key)),
    async refresh() {
      if (running) {
        again = true;
        return running;
      }
      running = (async () => {
        try {
          do {
            again = false;
            await run();
          } while (again);
        } finally {
          running = undefined;
        }
      })();
      return running;
    },
  };

  async function loadPackages(set: ReleaseSet, { store: releases }: LiveSiteOptions): Promise<LoadedPackages> {
    const loaded = new Map<PackageName, LoadedRelease>();
    for (const name of packageNames) {
      try {
        loaded.set(name, await releases.load(name, set.versions[name]));
      } catch (error) {
        // A release that does not verify does not run: its slots show their last good HTML or a fallback.
        const code = isSiteError(error) ? error.code : "UNKNOWN";
        metrics.releasesRefused.inc({ remote: name, code });
        log.error({ remote: name, version: set.versions[name], code, problem: toProblem(error) }, "a release was refused");
        if (name === "shell") throw error;
      }
    }
    return loaded;
  }
}

async function compose(
  set: ReleaseSet,
  packages: LoadedPackages,
  previous: LiveState | undefined,
  lastGood: Map<string, Fragment>,
  { site, data, pool, metrics, log }: LiveSiteOptions,
): Promise<LiveState> {
  const documents = data.documents();
  const failures = new Map<string, { remote: string; version: string; problem: string; page: string; count: number }>();
  const composed = await composePages(planPages(site, documents), {
    packages, site, data: documents, pool, lastGood,
    onFailure({ island, version, page, problem }) {
      const remote = toIslandParts(island).owner;
      const known = failures.get(`${island} ${problem}`);
      if (known) known.count += 1;
      else failures.set(`${island} ${problem}`, { remote, version, problem, page, count: 1 });
      metrics.remoteFailures.inc({ remote, version, reason: "render" });
    },
  });
  for (const failure of failures.values()) log.error(failure, "a remote could not be rendered");

  const browserSet = toBrowserSet(set, packages);
  const pages = new Map<string, EncodedPage>();
  for (const page of composed) {
    const key = toKeyString(page.plan.key);
    const document = toDocument({ page, site, data: documents, packages, browserSet });
    const before = previous?.pages.get(key);
    // A page with a stand-in in it never replaces a good one of the same set.
    if (document.hasFallback && before && !before.hasFallback && previous?.set.id === set.id) pages.set(key, before);
    else pages.set(key, await encodePage(page.plan.context.status, document));
  }
  return { set, packages, pages };
}

/** Makes every page as small as it gets, one after the other, while nothing newer is live. */
async function recompress(state: LiveState, isLive: () => boolean): Promise<void> {
  for (const page of state.pages.values()) {
    if (!isLive()) return;
    await recompressPage(page);
  }
}

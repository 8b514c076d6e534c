import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { Composer, Composition } from "../composition/process/composer.ts";
import type { DataStore } from "../data/data-store.ts";
import type { Metrics } from "./metrics.ts";
import { toKeyString, toPage } from "../pages/page-key.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { createFailingRemotes } from "./failing-remotes.ts";
import { createFailureReport } from "./failure-report.ts";
import { createPreparedSet } from "./prepared-set.ts";
import type { Tracer } from "../traces/tracer.ts";
import { beginSetTrace, type SetTrace } from "./set-trace.ts";
import { createSetBefore } from "./set-before.ts";
import { createSetReleases, inTime } from "./set-releases.ts";
import type { LiveCanary, LiveSite, Unloaded } from "./live-site.ts";
import { isRolledBack } from "./overtaken.ts";
import { createRestoredRecord } from "./restored-record.ts";
import { runUntilSettled } from "./run-until-settled.ts";
import { createServedCanary } from "./served-canary.ts";

export interface LiveSiteOptions {
  store: ReleaseStore;
  data: DataStore;
  composer: Composer;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** Traces how sets become live; nothing is traced without it. */
  tracer?: Tracer | undefined;
  /** Called when a stable set went live, and when the canary beside it changed. */
  onLive?(state: SiteState, canary: LiveCanary | undefined): void;
  /** Paths whose pages go live before all others of a set, because a developer waits for them. */
  readAwaited?: (() => ReadonlySet<string>) | undefined;
}

/** Milliseconds between the flip of the awaited pages and the composition of the others: browsers load the awaited ones then, on the same processor. */
const awaitedLoadMs = 300;

/** The set that is served. Pages are composed before it becomes live, and one assignment replaces all of them. */
export function createLiveSite({
  store,
  data,
  composer,
  metrics,
  log,
  tracer,
  onLive,
  readAwaited,
}: LiveSiteOptions): LiveSite {
  let live: SiteState | undefined;
  /** Pages from before the start, until a set is live. */
  let earlier: Unloaded | undefined;
  const releases = createSetReleases(store, metrics, log);
  const { reportFailures, reportMissingLocales } = createFailureReport(metrics, log);
  const failing = createFailingRemotes();
  const prepared = createPreparedSet({ composer, data, loadPackages: releases.loadAll });
  const setBefore = createSetBefore();
  const restored = createRestoredRecord();
  const canary = createServedCanary({
    store,
    data,
    composer,
    releases,
    log,
    reportFailures,
    listServed,
    onChange: (stable, changed) => onLive?.(stable, changed),
  });
  const refreshing = runUntilSettled(run);

  async function run(): Promise<boolean> {
    for (;;) {
      const isWhole = await serveNewest();
      if (isWhole !== undefined) return isWhole;
    }
  }

  /** Serves the sets of the newest record. @returns what {@link serve} returns */
  async function serveNewest(): Promise<boolean | undefined> {
    const record = await inTime(store.current());
    if (!record) throw new SiteError("STORE_EMPTY", {});
    const trace = beginSetTrace(tracer, record.set, live?.set);
    try {
      return await serve(record, trace);
    } catch (error) {
      trace.fail(error);
      throw error;
    } finally {
      trace.end();
    }
  }

  /** Serves the stable set of a record, then its canary. @returns false when a part of them failed; undefined when the set was rolled back while it was composed */
  async function serve({ set, channels, by, why }: RevisionRecord, trace: SetTrace): Promise<boolean | undefined> {
    await prepared.finish(set);
    const stop = metrics.composeSeconds.startTimer();
    // The composing process starts while the releases are verified.
    const ahead = setBefore.find(set) ?? prepared.state();
    if (![live, earlier, ahead].some((known) => known?.set.id === set.id)) composer.warm();
    const wanted = channels?.canary;
    // A canary that ends is not served while the next set is composed, unless its own set is the next one.
    if (!wanted && canary.current()?.state.set.id !== set.id) canary.end();
    const packages = await trace.step("verify", () => releases.load(set, listServed()));
    const isLoaded = packages.size === Object.keys(set.versions).length;
    if (!isLoaded) trace.fail(new Error("a release of the set was refused"));
    // Pages that were composed ahead are used only when all releases of the set still verify.
    const { state, composed, failures } = await composeStable(set, packages, isLoaded ? ahead : undefined, trace);
    if (composed.length > 0 && (await isRolledBack(store, set, live?.set))) {
      log.info(
        { revision: set.revision, set: set.id },
        "the set was rolled back while it was composed, and does not go live",
      );
      return undefined;
    }
    const isWhole = failures.length === 0 && isLoaded;
    await trace.step("flip", async () => {
      if (!wanted) canary.end();
      const before = live?.set;
      replaceLive(state, isWhole);
      failing.note(failures);
      const { id, revision } = set;
      const counts = { pages: state.pages.size, composed: composed.length, seconds: stop() };
      const facts = { revision, set: id, by, why, changed: listNew(set, before), ...counts };
      log.info(facts, "the set is live");
      onLive?.(state, canary.current());
    });
    return (await canary.serve(wanted, state)) && isWhole;
  }

  /** Composes a set, the awaited pages first. Reuses the pages that are live, restored or composed ahead, and reports failures to operators. */
  async function composeStable(
    set: ReleaseSet,
    packages: LoadedPackages,
    ahead: SiteState | undefined,
    trace: SetTrace,
  ): Promise<Composition> {
    const beside = canary.current()?.state ?? ahead;
    const kept = earlier && (await composer.keepSame(set, packages, data.documents(), earlier));
    const awaited = readAwaited?.();
    if (awaited && awaited.size > 0)
      await showAwaited(() =>
        composer.compose(set, packages, data.documents(), live ?? kept, beside, (path) => awaited.has(path)),
      );
    const composition = await trace.step("compose", () =>
      composer.compose(set, packages, data.documents(), live ?? kept, beside),
    );
    reportFailures(composition.failures);
    trace.noteFailures(composition.failures);
    reportMissingLocales(composition.missingLocales);
    return composition;
  }

  /** The flip: from here on all pages are those of the next set. */
  function replaceLive(next: SiteState, isWhole: boolean): void {
    if (next.set.id !== live?.set.id) {
      prepared.drop();
      if (live) void setBefore.keep(live, next);
    }
    live = next;
    earlier = undefined;
    restored.noteComposed(next, isWhole);
    metrics.revisionLive.set(next.set.revision);
  }

  /** Makes the awaited pages live beside the previous ones. Their failures are reported by the composition of all pages, which includes them again. */
  async function showAwaited(compose: () => Promise<Composition>): Promise<void> {
    const { state, composed } = await compose();
    if (live && composed.length === 0) return;
    const changed = listChanged(composed, live, state);
    live = state;
    log.info({ revision: state.set.revision, composed: composed.length, changed }, "the awaited pages are live");
    onLive?.(state, canary.current());
    if (composed.length > 0) await delay(awaitedLoadMs);
  }

  /** The sets that are served, whose releases are loaded already. */
  function listServed(): SiteState[] {
    return [live, canary.current()?.state].filter((state) => state !== undefined);
  }

  /** Loads the files of the restored pages' releases, such as assets and pictures. A refused release has none. */
  async function completeRestored(state: SiteState): Promise<void> {
    const packages = await releases.load(state.set, []);
    if (live !== state) return;
    live = { ...state, packages };
    onLive?.(live, canary.current());
  }

  return {
    state: () => live,
    restore(state, at, restoredCanary) {
      if (live) return;
      const started: SiteState = { ...state, packages: new Map() };
      live = started;
      canary.restore(restoredCanary);
      restored.noteRestored(started, at);
      metrics.revisionLive.set(state.set.revision);
      // When the shell cannot be loaded the pages stay as restored: the reconciler logs why and tries again.
      completeRestored(started).catch(() => undefined);
    },
    reuse(state) {
      earlier = state;
    },
    restored: restored.restored,
    composedAt: restored.composedAt,
    canary: canary.current,
    failing: failing.list,
    holdCanary(refused) {
      if (live) canary.hold(refused, live);
    },
    async prepare() {
      try {
        await refreshing.running()?.catch(() => undefined);
        const set = await inTime(store.findCandidate());
        // While a canary is served, its pages stand beside the live ones.
        if (!set || !live || canary.current() || refreshing.running() || set.id === live.set.id) return;
        await prepared.prepare(set, live);
      } catch (error) {
        log.info({ problem: toProblem(error) }, "the set that was checked last could not be composed ahead");
      }
    },
    findPage: (key, state = live) => state?.pages.get(toKeyString(key)),
    refresh: refreshing.run,
  };
}

/** The releases of a set that another one lacks, such as `content@1.0.0-3f2a9c0d11aa`. */
function listNew({ versions }: ReleaseSet, before: ReleaseSet | undefined): string[] {
  return Object.entries(versions)
    .filter(([name, version]) => before?.versions[name] !== version)
    .map((entry) => entry.join("@"));
}

/** The paths of composed pages whose documents have other bytes than before. */
function listChanged(composed: readonly string[], before: SiteState | undefined, after: SiteState): string[] {
  const hasChanged = (key: string): boolean =>
    after.pages.get(key)?.document.etag !== before?.pages.get(key)?.document.etag;
  return [...new Set(composed.filter(hasChanged).map(toPage))];
}

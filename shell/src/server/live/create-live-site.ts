import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { Composer, Composition } from "../composition/process/composer.ts";
import type { DataStore } from "../data/data-store.ts";
import type { Metrics } from "./metrics.ts";
import { toKeyString } from "../pages/page-key.ts";
import { listCanaryReleases } from "../publishing/channel-rules.ts";
import { type Canary, toSmallerShare } from "../releases/channels.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { createFailureReport } from "./failure-report.ts";
import { createPreparedSet } from "./prepared-set.ts";
import type { Tracer } from "../traces/tracer.ts";
import { beginSetTrace, type SetTrace } from "./set-trace.ts";
import { createSetBefore } from "./set-before.ts";
import { createSetReleases, inTime } from "./set-releases.ts";
import type { LiveCanary, LiveSite, Unloaded } from "./live-site.ts";
import { hasCanaryEnded, isRolledBack } from "./overtaken.ts";
import { createRestoredRecord } from "./restored-record.ts";
import { runUntilSettled } from "./run-until-settled.ts";

export interface LiveSiteOptions {
  store: ReleaseStore;
  data: DataStore;
  composer: Composer;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** Traces how sets become live; nothing is traced without it. */
  tracer?: Tracer | undefined;
  /** Called with every stable set that went live, and with what is served beside it when that changed. */
  onLive?(state: SiteState, canary: LiveCanary | undefined): void;
  /** Paths whose pages go live before all others of a set, because a developer waits for them. */
  readAwaited?: (() => ReadonlySet<string>) | undefined;
}

/** Milliseconds between the awaited pages and the others of a set: browsers load them meanwhile, on the same processor. */
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
  let canary: LiveCanary | undefined;
  /** The canary's set of which a release would be refused now: it reaches no further visitors. */
  let heldSet: string | undefined;
  /** Pages from before the start, until a set is live. */
  let earlier: Unloaded | undefined;
  const releases = createSetReleases(store, metrics, log);
  const { reportFailures, reportMissingLocales } = createFailureReport(metrics, log);
  const prepared = createPreparedSet({ composer, data, loadPackages: releases.loadAll });
  const setBefore = createSetBefore();
  const restored = createRestoredRecord();
  const refreshing = runUntilSettled(run);

  async function run(): Promise<boolean> {
    for (;;) {
      const isWhole = await serveNewest();
      if (isWhole !== undefined) return isWhole;
    }
  }

  /** Makes the newest record what is served. @returns what {@link serve} returns */
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

  /** Makes a record's sets what is served: the stable one, then the canary. @returns false when a part of them failed; undefined when it was rolled back meanwhile */
  async function serve({ set, channels }: RevisionRecord, trace: SetTrace): Promise<boolean | undefined> {
    await prepared.finish(set);
    const stop = metrics.composeSeconds.startTimer();
    // The composing process starts while the releases are verified.
    const ahead = setBefore.find(set) ?? prepared.state();
    if (![live, earlier, ahead].some((known) => known?.set.id === set.id)) composer.warm();
    const wanted = channels?.canary;
    // A canary that ends is not served while the next set is composed, unless its own set is the next one.
    if (!wanted && canary?.state.set.id !== set.id) canary = undefined;
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
      if (!wanted) canary = undefined;
      replaceLive(state, isWhole);
      const { id, revision } = set;
      const facts = { revision, set: id, pages: state.pages.size, composed: composed.length, seconds: stop() };
      log.info(facts, "the set is live");
      onLive?.(state, canary);
    });
    return (await runCanary(wanted, state)) && isWhole;
  }

  /** Composes a set from the pages that are live and those that wait, the awaited pages first, and tells operators what failed. */
  async function composeStable(
    set: ReleaseSet,
    packages: LoadedPackages,
    ahead: SiteState | undefined,
    trace: SetTrace,
  ): Promise<Composition> {
    const beside = canary?.state ?? ahead;
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
      if (live) setBefore.keep(live, next);
    }
    live = next;
    earlier = undefined;
    restored.noteComposed(next, isWhole);
    metrics.revisionLive.set(next.set.revision);
  }

  /** Makes the awaited pages live beside the previous ones. Their failures are reported later, when all pages are composed and these once more. */
  async function showAwaited(compose: () => Promise<Composition>): Promise<void> {
    const { state, composed } = await compose();
    if (live && composed.length === 0) return;
    live = state;
    log.info({ revision: state.set.revision, composed: composed.length }, "the awaited pages are live");
    onLive?.(state, canary);
    if (composed.length > 0) await delay(awaitedLoadMs);
  }

  /**
   * Composes the canary after the stable set, with which it shares all pages that are equal. One with a release that is refused, or with
   * an island that cannot be rendered, is not served: its visitors get the stable set until it can be.
   * @returns false when it should be tried again
   */
  async function runCanary(wanted: Canary | undefined, stable: SiteState): Promise<boolean> {
    if (!wanted) return true;
    const { set, percent, first, steps } = wanted;
    const share = { percent, first, ...(steps && { steps }) };
    const served = canary?.state.set.id === set.id ? canary : undefined;
    const before = served?.state;
    try {
      const packages = await releases.load(set, listServed());
      if (packages.size < Object.keys(set.versions).length) throw new SiteError("CANARY_NOT_SERVED", { set: set.id });
      const { state, composed, failures } = await composer.compose(set, packages, data.documents(), before, stable);
      reportFailures(failures);
      if (failures.length > 0) throw new SiteError("CANARY_NOT_SERVED", { set: set.id });
      if (composed.length > 0 && (await hasCanaryEnded(store, set))) return true;
      canary = { state, share: served && heldSet === set.id ? toSmallerShare(share, served.share) : share };
      if (state.set.id !== before?.set.id || composed.length > 0)
        log.info({ revision: set.revision, set: set.id, percent, composed: composed.length }, "the canary is served");
      onLive?.(stable, canary);
      return true;
    } catch (error) {
      // What was composed of the same set before stays: for fewer visitors when the record says so, and not for more, neither now nor later.
      canary = served && { state: served.state, share: toSmallerShare(share, served.share) };
      onLive?.(stable, canary);
      log.error(
        { set: set.id, problem: toProblem(error) },
        before
          ? "the canary cannot be composed; its earlier pages stay"
          : "the canary is not served; all visitors get the stable set",
      );
      return false;
    }
  }

  /** The sets that are served, whose releases are loaded already. */
  function listServed(): SiteState[] {
    return [live, canary?.state].filter((state) => state !== undefined);
  }

  /** Loads the files of the restored pages' releases, such as assets and pictures. A refused release has none. */
  async function completeRestored(state: SiteState): Promise<void> {
    const packages = await releases.load(state.set, []);
    if (live !== state) return;
    live = { ...state, packages };
    onLive?.(live, canary);
  }

  return {
    state: () => live,
    restore(state, at, restoredCanary) {
      if (live) return;
      const started: SiteState = { ...state, packages: new Map() };
      live = started;
      canary = restoredCanary && {
        share: restoredCanary.share,
        state: { ...restoredCanary.state, packages: new Map() },
      };
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
    canary: () => canary,
    holdCanary(refused) {
      if (!canary || !live) return;
      const { id, versions } = canary.state.set;
      const isRefused = listCanaryReleases(live.set.versions, versions).some((label) => refused.has(label));
      const share = toSmallerShare(canary.share, canary.share);
      heldSet = isRefused ? id : undefined;
      if (!isRefused || isDeepStrictEqual(share, canary.share)) return;
      canary = { state: canary.state, share };
      onLive?.(live, canary);
    },
    async prepare() {
      try {
        await refreshing.running()?.catch(() => undefined);
        const set = await inTime(store.findCandidate());
        // While a canary is served, its pages stand beside the live ones.
        if (!set || !live || canary || refreshing.running() || set.id === live.set.id) return;
        await prepared.prepare(set, live);
      } catch (error) {
        log.info({ problem: toProblem(error) }, "the set that was checked last could not be composed ahead");
      }
    },
    findPage: (key, state = live) => state?.pages.get(toKeyString(key)),
    refresh: refreshing.run,
  };
}

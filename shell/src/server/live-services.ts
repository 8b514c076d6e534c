import type { FastifyBaseLogger } from "fastify";
import type { AppOptions } from "./app-options.ts";
import type { DataStore } from "./data/data-store.ts";
import { createHealthCounts, type HealthCounts } from "./health/release-health.ts";
import type { ImageService } from "./images/image-service.ts";
import { openImages } from "./images/open-images.ts";
import { createCanaryGuard } from "./live/canary-guard.ts";
import { createLiveSite } from "./live/create-live-site.ts";
import { followStore } from "./live/follow-store.ts";
import type { LiveSite } from "./live/live-site.ts";
import type { Metrics } from "./live/metrics.ts";
import { listServedSets } from "./live/pick-set.ts";
import { createPageViews, type PageViews } from "./live/page-views.ts";
import type { Reconciler } from "./live/reconciler.ts";
import { createTrustReport, type TrustReport } from "./live/trust-report.ts";
import { createReportCounts, type ReportCounts } from "./reports/report-counts.ts";
import type { Tracer } from "./traces/tracer.ts";

/** What a server answers from, and what is told when another set goes live. */
export interface LiveServices {
  live: LiveSite;
  /** Makes live what the store says, from when it is started. */
  reconciler: Reconciler;
  images: ImageService;
  /** What browsers told, by release. */
  health: HealthCounts;
  reports: ReportCounts;
  views: PageViews;
  trustReport: TrustReport | undefined;
  /** The key by which operators name this server, as with `site canary guard`; absent where it has none. */
  serverKey: string | undefined;
  /** No further set goes live, and no canary is returned. */
  stop(): void;
}

interface LiveServicesOptions {
  options: AppOptions;
  /** The data documents, with the addresses that visitors get. */
  data: DataStore;
  metrics: Metrics;
  log: FastifyBaseLogger;
  tracer: Tracer | undefined;
}

/** Makes the live site of a server, which has no set yet, and lets pictures, reports and the canary's guard follow it. */
export async function openLiveServices({
  options,
  data,
  metrics,
  log,
  tracer,
}: LiveServicesOptions): Promise<LiveServices> {
  const { site, store, composer, continuity, pictureCache, workAhead: drawAhead } = options;
  const images = openImages({ site, store, pictureCache, drawAhead, log });
  const reports = createReportCounts();
  const health = createHealthCounts({
    onNewError: ({ id, kind, at }, release) =>
      log.warn({ errorId: id, kind, ...release, at }, "browsers tell of an error"),
  });
  // Without a key the site is served all the same.
  const serverKey = await options.openKey?.().then(
    ({ publicKey }) => publicKey,
    () => undefined,
  );
  const guard =
    options.openKey &&
    createCanaryGuard({
      store,
      openKey: options.openKey,
      log,
      onReturn: ({ remote, metric }) => metrics.canaryReturns.inc({ remote, metric }),
      onReturned: () => void reconciler.look(),
    });
  const views = createPageViews({ counts: health, onCompared: (view) => guard?.take(view) });
  const live = createLiveSite({
    store,
    composer,
    metrics,
    log,
    tracer,
    data,
    readAwaited: options.readAwaited,
    onLive: (state, canary) => {
      if (canary) {
        void images.take(canary.state);
        reports.note(canary.state.build, canary.state.set.versions);
      }
      void images.show(state);
      views.note(state.set.versions, canary?.state.set.versions);
      guard?.follow(state.set.versions, canary?.state.set.versions);
      reports.note(state.build, state.set.versions);
      void trustReport?.update();
      continuity?.note();
      options.onLive?.();
    },
  });
  const trustReport =
    options.trust &&
    createTrustReport({
      trust: options.trust,
      store,
      metrics,
      log,
      readServed: () => listServedSets(live).map(({ set }) => set),
      onRefused: (what) => live.holdCanary(what),
    });
  const reconciler = followStore(store, live, log);
  return {
    live,
    reconciler,
    images,
    health,
    reports,
    views,
    trustReport,
    serverKey,
    stop() {
      reconciler.stop();
      guard?.stop();
    },
  };
}

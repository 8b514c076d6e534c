import type { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import rateLimit from "@fastify/rate-limit";
import { probeLayers } from "@site/contracts/confine/layers";
import { isSiteError, type SiteError, toProblem } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { Signer } from "@site/contracts/signing/signed-document";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { registerApi } from "./http/api/api-routes.ts";
import { registerDevice } from "./http/api/device-route.ts";
import { registerIcons } from "./http/api/icon-route.ts";
import { registerInstallers } from "./http/api/installer-routes.ts";
import { registerVisitor } from "./http/api/visitor-route.ts";
import { genericMessage } from "../layout/unexpected-error.ts";
import type { Composer } from "./composition/process/composer.ts";
import { registerRegions } from "./http/api/region-routes.ts";
import type { DataStore, InForce } from "./data/data-store.ts";
import { replaceLinks } from "./data/replace-links.ts";
import { createLinkSource, listLinkHosts } from "./downloads/link-source.ts";
import { registerQrCode } from "./http/qr-code.ts";
import { toDigest } from "@site/contracts/releases/digest";
import type { Continuity } from "./continuity/continuity.ts";
import { restorePages } from "./continuity/restore-pages.ts";
import type { Edge } from "./visitor/edge-headers.ts";
import { type ConnectionLimits, connectionLimits, limitConnections } from "./http/connections.ts";
import { createServer } from "./http/create-server.ts";
import { createOverloadRefusal } from "./http/overload-refusal.ts";
import { createLoadShedder, loadLimits, type LoadShedder } from "./http/load-shedder.ts";
import { registerBuilds } from "./http/build-routes.ts";
import { registerDiscovery } from "./http/discovery-routes.ts";
import { registerImages } from "./http/image-routes.ts";
import { registerSimulatedNetwork } from "./http/network-routes.ts";
import { createPageAnswers, registerPages } from "./http/page-routes.ts";
import { createMetricsServer } from "./http/metrics-server.ts";
import { sendProblem } from "./http/problem.ts";
import { registerReadiness } from "./http/readiness-route.ts";
import { registerBeacons } from "./http/beacon-route.ts";
import { registerReports } from "./http/report-routes.ts";
import { createReportCounts } from "./reports/report-counts.ts";
import { registerReleases } from "./http/release-routes.ts";
import { registerConsole } from "./http/console/console-routes.ts";
import { registerTeams, type TeamRoutesOptions } from "./http/teams/team-routes.ts";
import { registerOverride, registerTesters } from "./http/testers/tester-routes.ts";
import { createIconService } from "./icons/icon-service.ts";
import { createEarlierArtwork } from "./images/earlier-artwork.ts";
import { createDrawer } from "./images/drawer.ts";
import { createImageService } from "./images/image-service.ts";
import { createCanaryGuard } from "./live/canary-guard.ts";
import { createPageViews } from "./live/page-views.ts";
import { createHealthCounts } from "./health/release-health.ts";
import { createLiveSite, type LiveSite } from "./live/live-site.ts";
import { createMetrics, setHealth, setReports } from "./live/metrics.ts";
import { createReconciler, type Reconciler } from "./live/reconciler.ts";
import { createTrustReport } from "./live/trust-report.ts";
import { pickShare } from "./releases/channels.ts";
import type { ReleaseStore } from "./releases/release-store.ts";
import { createOverriddenSets } from "./testers/overridden-sets.ts";
import type { Sessions } from "./testers/session.ts";
import { listOwners } from "./releases/trust/describe-trust.ts";
import type { FollowedTrust } from "./releases/trust/follow-trust.ts";
import type { GeoDatabase } from "./visitor/geo-database.ts";
import { createVisitorReader } from "./visitor/visitor-reader.ts";

/** How testers sign in and see other releases. Without it they cannot. */
interface TesterAccess {
  testers?: { sessions: Sessions; createComposer: () => Composer } | undefined;
}

export interface AppOptions {
  site: SiteConfig;
  store: ReleaseStore;
  /** The trust list by which the store is read, when it is followed. */
  trust?: FollowedTrust | undefined;
  composer: Composer;
  /** Who may read and publish over HTTP. Without it, there are no such addresses. */
  access?: (Pick<TeamRoutesOptions, "tokens" | "trustDir" | "audit" | "publishing"> & TesterAccess) | undefined;
  openData(onRefused: (error: SiteError, inForce: InForce) => void): Promise<DataStore>;
  edge: Edge;
  trustedProxies: readonly string[];
  /** The operator's own geography database, for requests whose place no edge header names. */
  geoDatabase?: GeoDatabase | undefined;
  /** The share of documents that are measured while there is no canary, from 0 to 1; 0, as without it, measures none at any time. */
  measureShare?: number | undefined;
  /** Whether pictures are drawn before their first request, some seconds after a flip. */
  workAhead: boolean;
  /** The address of the download service for phones' links; without it they come from the data document. */
  downloadServiceUrl?: string | undefined;
  /** Maps an address of another site to its simulator's; without it, addresses are used unchanged. */
  toAddress?: ((address: string) => string) | undefined;
  logLevel: string;
  /** Where log lines go; standard error unless a test reads them. */
  logTo?: Writable | undefined;
  /** The IP address on which metrics are answered. Loopback. */
  metricsHost?: string | undefined;
  /** Other limits than {@link connectionLimits}, for tests. */
  connectionLimits?: ConnectionLimits | undefined;
  /** What decides which requests are too many, when it is another than the one with {@link loadLimits}, for tests. */
  loadShedder?: LoadShedder | undefined;
  /** Called with every set that went live. */
  onLive?: (() => void) | undefined;
  /** Paths whose pages go live before all others of a set. */
  readAwaited?: (() => ReadonlySet<string>) | undefined;
  /** Opens the server's own key, with which it returns a canary; without it, none is returned. */
  openKey?: (() => Promise<Signer & { publicKey: string }>) | undefined;
  /** The state for the next start; absent in tests that start the server once. */
  continuity?: Continuity | undefined;
}

export interface App {
  server: FastifyInstance;
  /** Answers `/metrics`, on a port of its own. */
  metricsServer: FastifyInstance;
  live: LiveSite;
  /** Makes the pages of before the restart live, or composes the store's set. @throws why there are no pages to serve */
  start(): Promise<void>;
  /** After the start, makes each newer revision of the store live. */
  reconciler: Reconciler;
  data: DataStore;
  /** Updates the trust report, and looks for revisions that the new trust list accepts. */
  onTrustChange(): Promise<void>;
  /** How many requests are being answered. */
  underWay(): number;
  /** From now on `/readyz` answers 503, and each answer is the last of its connection. */
  announceEnd(): void;
  /** What {@link announceEnd} does; and idle connections are closed. */
  startDraining(): void;
}

/** The whole server without a port: `server.inject` sends requests to it. */
export async function createApp(options: AppOptions): Promise<App> {
  const metrics = createMetrics();
  /** Reads the set that is live, which every log line names; there is none while this server is being made. */
  let readSet: (() => ReleaseSet | undefined) | undefined;
  const server = createServer({
    logLevel: options.logLevel,
    logTo: options.logTo,
    logFacts() {
      const set = readSet?.();
      return set ? { set: set.id, revision: set.revision } : {};
    },
    trustedProxies: options.trustedProxies,
    limits: options.connectionLimits ?? connectionLimits,
    refuse: createOverloadRefusal({
      shedder: options.loadShedder ?? createLoadShedder(loadLimits, tellOverload),
      retryAfterSeconds: loadLimits.retryAfterSeconds,
      onRefused: () => metrics.requestsShed.inc(),
    }),
    onUnreadableAddress: (request, reply) => pages.answerError(request, reply, 404),
  });
  function tellOverload(isOverloaded: boolean): void {
    server.log.warn(
      isOverloaded ? "there are more requests than can be answered: some get 503" : "all requests are answered again",
    );
  }
  const { site, store, composer, toAddress, continuity } = options;
  const data = await options.openData((error, inForce) => {
    const document = String(error.details["document"]);
    metrics.documentsRefused.inc({ document });
    server.log.error(
      { document, problem: error.message },
      `a data document was refused; ${inForce === "shipped" ? "the one that came with the shell is in force" : "the last good one stays"}`,
    );
  });
  // The kernel's layers that confine remotes' code, beside Node's permissions.
  const confinement = await probeLayers();
  if (!confinement.namespaces)
    server.log.warn(
      { confinement },
      "the kernel gives no namespaces: what leaves its compartment could connect and send signals",
    );
  const images = createImageService({
    site,
    drawer: createDrawer(),
    drawAhead: options.workAhead,
    earlier: createEarlierArtwork(store),
    onFailure: (error, address) =>
      server.log.error({ address, problem: toProblem(error) }, "an image could not be drawn"),
  });
  const reports = createReportCounts();
  const shownData = toAddress ? replaceLinks(data, toAddress) : data;
  const health = createHealthCounts();
  // Operators name it with `site canary guard`. Without a key the site is served all the same.
  const serverKey = await options.openKey?.().then(
    ({ publicKey }) => publicKey,
    () => undefined,
  );
  const guard =
    options.openKey &&
    createCanaryGuard({
      store,
      openKey: options.openKey,
      log: server.log,
      onReturn: ({ remote, metric }) => metrics.canaryReturns.inc({ remote, metric }),
      onReturned: () => void reconciler.look(),
    });
  const views = createPageViews({ counts: health, onCompared: (view) => guard?.take(view) });
  const live = createLiveSite({
    store,
    composer,
    metrics,
    log: server.log,
    data: shownData,
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
  readSet = () => live.state()?.set;
  const trustReport =
    options.trust &&
    createTrustReport({ trust: options.trust, store, metrics, log: server.log, readLive: () => live.state()?.set });
  const reconciler = createReconciler({
    readDesired: async () => (await store.current())?.set.revision,
    readLive: () => live.state()?.set.revision,
    apply: () => live.refresh(),
    onProblem: (error, what) =>
      server.log.error(
        { code: isSiteError(error) ? error.code : "UNEXPECTED", problem: toProblem(error) },
        what === "read"
          ? "the release store could not be read; the live set stays"
          : "the site could not be refreshed; the live set stays",
      ),
  });
  const configuration = toDigest(Buffer.from(JSON.stringify(site)));
  continuity?.start({
    capture() {
      const state = live.state();
      const composedAt = live.composedAt();
      const canary = live.canary();
      return {
        documents: data.ofOperator(),
        pages:
          state && composedAt !== undefined
            ? { state, composedAt, configuration, ...(canary && { canary }) }
            : undefined,
      };
    },
    onProblem: (error) =>
      server.log.error(
        { problem: toProblem(error) },
        "the live pages cannot be remembered; a restart would compose them anew",
      ),
    onRecovered: () => server.log.info("the live pages are remembered again"),
  });
  const visitors = createVisitorReader({
    site,
    edge: options.edge,
    trustedProxies: options.trustedProxies,
    database: options.geoDatabase,
    rules: () => data.documents()["geo-rules"],
  });
  const pages = createPageAnswers({ site, live, metrics, visitors });
  const links = createLinkSource({
    brandAlias: site.brandAlias,
    serviceUrl: options.downloadServiceUrl,
    linkHosts: listLinkHosts(site.downloads),
    table: () => data.documents()["download-links"],
    onFailure: (problem) => {
      metrics.downloadServiceFailures.inc();
      server.log.error({ problem }, "the download service failed; earlier links or those of the table stand in");
    },
  });

  const testers = options.access?.testers && {
    sessions: options.access.testers.sessions,
    audit: options.access.audit,
    sets: createOverriddenSets({
      store,
      data: shownData,
      createComposer: options.access.testers.createComposer,
      readLive: live.state,
      onComposed: (state) => images.take(state),
      log: server.log,
    }),
  };

  server.addHook("onClose", async () => {
    reconciler.stop();
    await testers?.sets.close();
    guard?.stop();
    await metricsServer.close();
    await images.close();
  });
  let ending = false;
  let draining = false;
  server.addHook("onRequest", async (_request, reply) => {
    if (ending) reply.header("connection", "close");
  });
  if (testers)
    registerOverride(server, {
      ...testers,
      live,
      readOwners: () => (options.trust ? listOwners(options.trust.trust) : {}),
    });
  const limits = options.connectionLimits ?? connectionLimits;
  const countUnderWay = limitConnections(server, limits, options.trustedProxies, closeIdle);
  /** While draining and no request is in flight, closes kept-alive connections. */
  function closeIdle(): void {
    if (draining && countUnderWay() === 0) server.server.closeAllConnections();
  }
  server.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  registerReadiness(server, () => {
    const set = live.state()?.set;
    const canary = live.canary();
    const { desired, lag } = reconciler.status();
    return {
      ready: !ending && set !== undefined,
      set,
      details: {
        desired,
        lag,
        ...(canary && { canary: { set: canary.state.set.id, percent: pickShare(canary.share, new Date()) } }),
        ...(serverKey && { serverKey }),
        confinement,
        restored: live.restored() ?? null,
        ...(trustReport && { trust: trustReport.details() }),
        ...(continuity && { remembers: continuity.status() }),
      },
    };
  });
  const metricsServer = createMetricsServer({
    registry: metrics.registry,
    onRead() {
      const { desired, staleSeconds } = reconciler.figures();
      metrics.revisionDesired.set(desired);
      metrics.revisionStaleSeconds.set(staleSeconds);
      setReports(metrics, reports.list());
      setHealth(metrics, health.list());
    },
    host: options.metricsHost ?? "127.0.0.1",
    logLevel: options.logLevel,
  });
  // Before the plugins below: a plugin keeps the error handler that is set when it is registered.
  server.setErrorHandler((error, request, reply) => {
    const status =
      typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number"
        ? error.statusCode
        : 500;
    if (status >= 500) request.log.error({ path: request.url, problem: toProblem(error) }, "a request failed");
    if (request.url.startsWith("/api/") || status < 500)
      return sendProblem(reply, status, "REQUEST_REFUSED", status < 500 ? toProblem(error) : genericMessage.en);
    return pages.answerError(request, reply, 500);
  });
  // Only the API has a rate limit: pages and files are cheap look-ups in memory. It counts visitors by the addresses that trusted proxies
  // tell. Any other peer may be a proxy that is not named, whose visitors all have its address: they must not share one limit.
  await server.register(async (api) => {
    await api.register(rateLimit, {
      max: 1200,
      timeWindow: "1 minute",
      allowList: ({ ip, raw }) => ip === raw.socket.remoteAddress,
    });
    registerDevice(api);
    registerIcons(
      api,
      createIconService({
        serviceUrl: site.iconServiceUrl,
        warn: (problem) => server.log.warn({ problem }, "icons could not be had"),
      }),
    );
    registerApi(api, { site, data, links, visitors });
    registerVisitor(api, visitors, live);
  });
  registerInstallers(server, { site, links, pages, visitors, toAddress });
  registerRegions(server, { site, pages });
  registerQrCode(server, { site, pages });
  registerReleases(server, { site, live, store, metrics, pages });
  registerImages(server, { images, onBusy: () => metrics.imagesRefused.inc() });
  registerBeacons(server, {
    isCrawler: visitors.isCrawler,
    onBeacon: (beacon, address) => metrics.browserBeacons.inc({ use: views.take(beacon, address) }),
    onDropped: (reason) => metrics.browserBeacons.inc({ use: reason }),
  });
  registerReports(server, { counts: reports, onDropped: (reason) => metrics.browserReportsDropped.inc({ reason }) });
  registerBuilds(server, { site, live, store, visitors, measureShare: options.measureShare ?? 0 });
  if (options.access) await registerTeams(server, { site, data, live, store, health, ...options.access });
  if (testers && options.access) {
    await registerTesters(server, { live, store, ...testers });
    await registerConsole(server, {
      site,
      data,
      live,
      store,
      health,
      status: reconciler.status,
      tokens: options.access.tokens,
      trust: options.trust,
      ...testers,
    });
  }
  registerDiscovery(server, site, live);
  if (toAddress) registerSimulatedNetwork(server, site, toAddress);
  registerPages(server, pages);
  server.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendProblem(
        reply.header("allow", "GET, HEAD"),
        405,
        "METHOD_NOT_ALLOWED",
        "This address can only be read.",
      );
    }
    return pages.answerError(request, reply, 404);
  });
  return {
    server,
    metricsServer,
    live,
    reconciler,
    data,
    underWay: countUnderWay,
    async onTrustChange() {
      await trustReport?.update();
      // The new list may accept a record that was refused. The reconciler tries refused releases again by itself.
      await reconciler.look();
    },
    async start() {
      const options = continuity && { continuity, store, live, configuration, log: server.log };
      if (options && (await restorePages(options))) reconciler.resume();
      else
        await reconciler.start().catch(async (error: unknown) => {
          // When the set cannot be composed, pages of another configuration are served.
          if (!options || !(await restorePages(options, true))) throw error;
          server.log.error({ problem: toProblem(error) }, "the site could not be composed");
          reconciler.resume();
        });
      continuity?.forget();
      continuity?.note();
    },
    announceEnd() {
      ending = true;
    },
    startDraining() {
      ending = true;
      draining = true;
      closeIdle();
    },
  };
}

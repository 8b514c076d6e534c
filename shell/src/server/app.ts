import type { FastifyInstance } from "fastify";
import rateLimit from "@fastify/rate-limit";
import { probeLayers } from "@site/contracts/confine/layers";
import { isSiteError, type SiteError, toProblem } from "@site/contracts/errors";
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
import { registerBuilds } from "./http/build-routes.ts";
import { registerDiscovery } from "./http/discovery-routes.ts";
import { registerImages } from "./http/image-routes.ts";
import { registerSimulatedNetwork } from "./http/network-routes.ts";
import { createPageAnswers, registerPages } from "./http/page-routes.ts";
import { isLocal } from "./http/is-local.ts";
import { sendProblem } from "./http/problem.ts";
import { registerReadiness } from "./http/readiness-route.ts";
import { registerReleases } from "./http/release-routes.ts";
import { registerTeams, type TeamRoutesOptions } from "./http/teams/team-routes.ts";
import { createIconService } from "./icons/icon-service.ts";
import { createEarlierArtwork } from "./images/earlier-artwork.ts";
import { createDrawer } from "./images/drawer.ts";
import { createImageService } from "./images/image-service.ts";
import { createLiveSite, type LiveSite } from "./live/live-site.ts";
import { createMetrics } from "./live/metrics.ts";
import { createReconciler, type Reconciler } from "./live/reconciler.ts";
import { createTrustReport } from "./live/trust-report.ts";
import type { ReleaseStore } from "./releases/release-store.ts";
import type { FollowedTrust } from "./releases/trust/follow-trust.ts";
import type { GeoDatabase } from "./visitor/geo-database.ts";
import { createVisitorReader } from "./visitor/visitor-reader.ts";

export interface AppOptions {
  site: SiteConfig;
  store: ReleaseStore;
  /** The trust list by which the store is read, when it is followed. */
  trust?: FollowedTrust | undefined;
  composer: Composer;
  /** Who may read and publish over HTTP. Without it, there are no such addresses. */
  access?: Pick<TeamRoutesOptions, "tokens" | "trustDir" | "audit" | "publishing"> | undefined;
  openData(onRefused: (error: SiteError, inForce: InForce) => void): Promise<DataStore>;
  edge: Edge;
  trustedProxies: readonly string[];
  /** The operator's own geography database, for requests whose place no edge header names. */
  geoDatabase?: GeoDatabase | undefined;
  /** Whether pictures are drawn before their first request, some seconds after a flip. */
  workAhead: boolean;
  /** The address of the download service for phones' links; without it they come from the data document. */
  downloadServiceUrl?: string | undefined;
  /** Maps an address of another site to its simulator's; without it, addresses are used unchanged. */
  toAddress?: ((address: string) => string) | undefined;
  logLevel: string;
  /** Other limits than {@link connectionLimits}, for tests. */
  connectionLimits?: ConnectionLimits | undefined;
  /** The state for the next start; absent in tests that start the server once. */
  continuity?: Continuity | undefined;
}

export interface App {
  server: FastifyInstance;
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
  /** From now on `/readyz` answers 503, and idle connections are closed. */
  startDraining(): void;
}

/** The whole server without a port: `server.inject` sends requests to it. */
export async function createApp(options: AppOptions): Promise<App> {
  const server = createServer({
    logLevel: options.logLevel,
    trustedProxies: options.trustedProxies,
    limits: options.connectionLimits ?? connectionLimits,
    onUnreadableAddress: (request, reply) => pages.answerError(request, reply, 404),
  });
  const metrics = createMetrics();
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
  const live = createLiveSite({
    store,
    composer,
    metrics,
    log: server.log,
    data: toAddress ? replaceLinks(data, toAddress) : data,
    onLive: (state) => {
      void images.show(state);
      void trustReport?.update();
      continuity?.note();
    },
  });
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
      return {
        documents: data.ofOperator(),
        pages: state && composedAt !== undefined ? { state, composedAt, configuration } : undefined,
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

  server.addHook("onClose", async () => {
    reconciler.stop();
    await images.close();
  });
  let draining = false;
  const limits = options.connectionLimits ?? connectionLimits;
  const countUnderWay = limitConnections(server, limits, options.trustedProxies, closeIdle);
  /** While draining and no request is in flight, closes kept-alive connections. */
  function closeIdle(): void {
    if (draining && countUnderWay() === 0) server.server.closeAllConnections();
  }
  server.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  registerReadiness(server, () => {
    const set = live.state()?.set;
    const { desired, lag } = reconciler.status();
    return {
      ready: !draining && set !== undefined,
      set,
      details: {
        desired,
        lag,
        confinement,
        restored: live.restored() ?? null,
        ...(trustReport && { trust: trustReport.details() }),
        ...(continuity && { remembers: continuity.status() }),
      },
    };
  });
  server.get("/metrics", async (request, reply) => {
    // Metrics are for operators: only for a scraper on this machine, not one behind a reverse proxy.
    if (!isLocal(request)) return pages.answerError(request, reply, 404);
    const { desired, staleSeconds } = reconciler.figures();
    metrics.revisionDesired.set(desired);
    metrics.revisionStaleSeconds.set(staleSeconds);
    return reply
      .type(metrics.registry.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.registry.metrics());
  });
  // Before the plugins below: a plugin keeps the error handler that is set when it is registered.
  server.setErrorHandler((error, request, reply) => {
    const status =
      typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number"
        ? error.statusCode
        : 500;
    if (status >= 500) server.log.error({ path: request.url, problem: toProblem(error) }, "a request failed");
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
    registerVisitor(api, visitors);
  });
  registerInstallers(server, { site, links, pages, visitors, toAddress });
  registerRegions(server, { site, pages });
  registerQrCode(server, { site, pages });
  registerReleases(server, { site, live, store, metrics, pages });
  registerImages(server, images);
  registerBuilds(server, { site, live, store, visitors });
  if (options.access) await registerTeams(server, { site, data, live, store, ...options.access });
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
    startDraining() {
      draining = true;
      closeIdle();
    },
  };
}

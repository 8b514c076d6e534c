import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { replaceLinks } from "./data/replace-links.ts";
import { toDigest } from "@site/contracts/releases/digest";
import { rememberPages, startPages } from "./continuity/start-pages.ts";
import { answerErrors } from "./http/answer-errors.ts";
import { connectionLimits, limitConnections } from "./http/connections/connections.ts";
import { keepConsoleApart, keepPagesApart } from "./http/console/console-host.ts";
import { createServer, endsConnection } from "./http/connections/create-server.ts";
import { createFailedRequests } from "./http/answers/failed-requests.ts";
import { openLinks, openServerData, openServerTraces, openTesters, probeConfinement } from "./app-parts.ts";
import { registerRoutes } from "./app-routes.ts";
import type { App, AppOptions } from "./app-options.ts";
import { createOverloadRefusal } from "./http/connections/overload-refusal.ts";
import { createLoadShedder, loadLimits } from "./http/connections/load-shedder.ts";
import { createPageAnswers } from "./http/pages/page-routes.ts";
import { createReadyPages } from "./http/pages/ready-pages.ts";
import { registerOverride } from "./http/testers/override-hook.ts";
import { createMetrics } from "./live/metrics.ts";
import { openLiveServices } from "./live-services.ts";
import type { Announcer } from "./live/announcer.ts";
import { openOperatorsAnswers } from "./operators-answers.ts";
import { traceRequests } from "./http/connections/trace-requests.ts";
import { listOwners } from "./releases/trust/describe-trust.ts";
import { createVisitorReader } from "./visitor/visitor-reader.ts";

/** The whole server without a port: `server.inject` sends requests to it. */
export async function createApp(options: AppOptions): Promise<App> {
  const metrics = createMetrics();
  /** Reads the set that is live, which every log line names; there is none while this server is being made. */
  let readSet: (() => ReleaseSet | undefined) | undefined;
  const failedRequests = createFailedRequests({ log: () => server.log, readSet: () => readSet?.() });
  let ending = false;
  let draining = false;
  let announcer: Announcer | undefined;
  /** The error id in answers to refused requests, during an overload. */
  let overloadId: string | undefined;
  const server = createServer({
    logLevel: options.logLevel,
    logTo: options.logTo,
    logFacts() {
      const set = readSet?.();
      return set ? { set: set.id, revision: set.revision } : {};
    },
    trustedProxies: options.trustedProxies,
    limits: options.connectionLimits ?? connectionLimits,
    secure: options.secure,
    refuse: createOverloadRefusal({
      shedder: options.loadShedder ?? createLoadShedder(loadLimits, tellOverload),
      retryAfterSeconds: loadLimits.retryAfterSeconds,
      onRefused: () => metrics.requestsShed.inc(),
      readErrorId: () => (overloadId ??= failedRequests.noteOverload()),
    }),
    // The routes answer while the server ends, because each answer then closes its connection, and where requests are traced.
    answerReady: (request, response) => !ending && !traces && readyPages(request, response),
    onUnreadableAddress: (request, reply) => pages.answerError(request, reply, 404),
  });
  function tellOverload(isOverloaded: boolean): void {
    overloadId = isOverloaded ? failedRequests.noteOverload() : undefined;
    if (!isOverloaded) server.log.warn("all requests are answered again");
  }
  const { site, store, toAddress, continuity, trustedProxies } = options;
  const context = { options, server, metrics };
  const traces = openServerTraces(context);
  if (traces) traceRequests(server, { ...traces, trustedProxies, readSet: () => live.state()?.set });
  const data = await openServerData(context);
  const confinement = await probeConfinement(context);
  const shownData = toAddress ? replaceLinks(data, toAddress) : data;
  const services = await openLiveServices({
    options,
    data: shownData,
    metrics,
    log: server.log,
    tracer: traces?.tracer,
  });
  const { health, images, live, reconciler, reports, trustReport, views } = services;
  readSet = () => live.state()?.set;
  const configuration = toDigest(Buffer.from(JSON.stringify(site)));
  const pagesOptions = { store, live, configuration, log: server.log };
  if (continuity) rememberPages(data, { ...pagesOptions, continuity });
  const visitors = createVisitorReader({
    site,
    edge: options.edge,
    trustedProxies,
    database: options.geoDatabase,
    rules: () => data.documents()["geo-rules"],
  });
  const { consoleHost } = options.access?.testers ?? {};
  const sitePages = createPageAnswers({ site, live, metrics, visitors, failedRequests });
  const pages = consoleHost === undefined ? sitePages : keepPagesApart(sitePages, consoleHost);
  const links = openLinks(context, data);
  const testers = openTesters(context, shownData, services);

  server.addHook("onClose", async () => {
    services.stop();
    await testers?.sets.close();
    await metricsServer.close();
    await images.close();
    await traces?.close();
  });
  server.addHook("onRequest", async (request, reply) => {
    if (ending) endsConnection(request, reply);
  });
  if (consoleHost !== undefined) keepConsoleApart(server, consoleHost);
  if (testers)
    registerOverride(server, {
      ...testers,
      live,
      readOwners: () => (options.trust ? listOwners(options.trust.trust) : {}),
    });
  const limits = options.connectionLimits ?? connectionLimits;
  const connections = limitConnections(server, limits, trustedProxies, closeIdle);
  const readyPages = createReadyPages({ site, live, metrics, visitors, trustedProxies, consoleHost, connections });
  /** While draining and no request is in flight, closes kept-alive connections. */
  function closeIdle(): void {
    if (draining && connections.underWay() === 0) server.server.closeAllConnections();
  }
  const metricsServer = openOperatorsAnswers(server, {
    options,
    live,
    reconciler,
    metrics,
    reports,
    health,
    trustReport,
    serverKey: services.serverKey,
    confinement,
    isEnding: () => ending,
    readUnlisted: () => announcer?.unlisted() ?? null,
  });
  answerErrors(server, { failedRequests, pages });
  await registerRoutes(server, {
    options,
    live,
    data,
    links,
    pages,
    visitors,
    images,
    metrics,
    views,
    health,
    failedRequests,
    reports,
    testers,
    status: reconciler.status,
  });
  return {
    server,
    metricsServer,
    live,
    reconciler,
    data,
    serverKey: services.serverKey,
    underWay: connections.underWay,
    reportAnnouncer(followed) {
      announcer = followed;
    },
    async onTrustChange() {
      await trustReport?.update();
      // The new list may accept a record that was refused. The reconciler tries refused releases again by itself.
      await reconciler.look();
    },
    start: () => startPages({ ...pagesOptions, continuity, reconciler, isExact: options.readAwaited !== undefined }),
    announceEnd() {
      ending = true;
      options.secure?.announceEnd();
    },
    startDraining() {
      ending = true;
      draining = true;
      options.secure?.announceEnd();
      closeIdle();
    },
  };
}

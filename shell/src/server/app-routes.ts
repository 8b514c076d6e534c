import type { FastifyInstance } from "fastify";
import rateLimit from "@fastify/rate-limit";
import type { AppOptions } from "./app-options.ts";
import type { DataStore } from "./data/data-store.ts";
import type { LinkSource } from "./downloads/link-source.ts";
import type { HealthCounts } from "./health/release-health.ts";
import { createIconService } from "./icons/icon-service.ts";
import type { ImageService } from "./images/image-service.ts";
import type { LiveSite } from "./live/live-site.ts";
import type { Metrics } from "./live/metrics.ts";
import type { PageViews } from "./live/page-views.ts";
import type { Reconciler } from "./live/reconciler.ts";
import type { ReportCounts } from "./reports/report-counts.ts";
import type { VisitorReader } from "./visitor/visitor-reader.ts";
import { registerApi } from "./http/api/api-routes.ts";
import { registerDevice } from "./http/api/device-route.ts";
import { registerIcons } from "./http/api/icon-route.ts";
import { registerInstallers } from "./http/api/installer-routes.ts";
import { registerRegions } from "./http/api/region-routes.ts";
import { registerVisitor } from "./http/api/visitor-route.ts";
import { registerBeacons } from "./http/reports/beacon-route.ts";
import { registerBuilds } from "./http/files/build-routes.ts";
import { type ConsoleRoutesOptions, registerConsole } from "./http/console/console-routes.ts";
import { registerDiscovery } from "./http/discovery-routes.ts";
import type { FailedRequests } from "./http/answers/failed-requests.ts";
import { registerImages } from "./http/files/image-routes.ts";
import { registerSimulatedNetwork } from "./http/network-routes.ts";
import { type PageAnswers, registerPages } from "./http/pages/page-routes.ts";
import { registerQrCode } from "./http/qr-code.ts";
import { refuseMethod } from "./http/answers/refuse-method.ts";
import { registerReleases } from "./http/files/release-routes.ts";
import { registerReports } from "./http/reports/report-routes.ts";
import { registerTeams } from "./http/teams/team-routes.ts";
import { registerTesters, type TesterRoutesOptions } from "./http/testers/tester-routes.ts";

/** What the routes answer from. */
export interface RouteServices {
  options: AppOptions;
  live: LiveSite;
  data: DataStore;
  links: LinkSource;
  pages: PageAnswers;
  visitors: VisitorReader;
  images: ImageService;
  metrics: Metrics;
  views: PageViews;
  health: HealthCounts;
  failedRequests: FailedRequests;
  reports: ReportCounts;
  /** Undefined where testers cannot sign in. */
  testers: Pick<TesterRoutesOptions & ConsoleRoutesOptions, "audit" | "provider" | "sessions" | "sets"> | undefined;
  status: Reconciler["status"];
}

/** Registers all routes of the site's port but health and readiness. */
export async function registerRoutes(server: FastifyInstance, services: RouteServices): Promise<void> {
  const {
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
    status,
  } = services;
  const { site, store, access, trust, toAddress, measureShare } = services.options;
  // Only the API has a rate limit: pages and files are cheap look-ups in memory. Visitors are told apart by the address that a trusted proxy sends.
  // A peer that is not in TRUSTED_PROXIES is not limited: it may be a proxy, whose visitors would all share one limit.
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
    registerVisitor(api, visitors, live, site);
  });
  registerInstallers(server, { site, links, pages, visitors, toAddress });
  registerRegions(server, { site, pages });
  registerQrCode(server, { site, pages });
  registerReleases(server, { site, live, store, metrics, pages, held: services.options.heldAnswers });
  registerImages(server, { images, onBusy: () => metrics.imagesRefused.inc() });
  registerBeacons(server, {
    isCrawler: visitors.isCrawler,
    onBeacon: (beacon, address) => metrics.browserBeacons.inc({ use: views.take(beacon, address) }),
    onDropped: (reason) => metrics.browserBeacons.inc({ use: reason }),
  });
  registerReports(server, { counts: reports, onDropped: (reason) => metrics.browserReportsDropped.inc({ reason }) });
  registerBuilds(server, { site, live, store, visitors, measureShare: measureShare ?? 0 });
  if (access) await registerTeams(server, { site, data, live, store, health, failedRequests, ...access });
  if (testers && access) {
    await registerTesters(server, { live, store, ...testers });
    await registerConsole(server, {
      site,
      data,
      live,
      store,
      health,
      status,
      tokens: access.tokens,
      trust,
      ...testers,
    });
  }
  registerDiscovery(server, site, live);
  if (toAddress) registerSimulatedNetwork(server, site, toAddress);
  registerPages(server, pages);
  server.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(reply);
    return pages.answerError(request, reply, 404);
  });
}

import type { FastifyInstance } from "fastify";
import type { Layers } from "@site/contracts/confine/layers";
import type { AppOptions } from "./app-options.ts";
import type { HealthCounts } from "./health/release-health.ts";
import { readCertificateEnd } from "./http/connections/secure/certificate-end.ts";
import { createMetricsServer } from "./http/connections/metrics-server.ts";
import { registerReadiness } from "./http/readiness-route.ts";
import type { Unlisted } from "./live/announcer.ts";
import type { LiveSite } from "./live/live-site.ts";
import { type Metrics, setHealth, setReports } from "./live/metrics.ts";
import type { Reconciler } from "./live/reconciler.ts";
import type { TrustReport } from "./live/trust-report.ts";
import { pickShare } from "./releases/channels.ts";
import type { ReportCounts } from "./reports/report-counts.ts";

export interface OperatorsAnswersOptions {
  options: Pick<AppOptions, "continuity" | "logLevel" | "metricsHost" | "secure" | "storeCertFile">;
  live: LiveSite;
  reconciler: Reconciler;
  metrics: Metrics;
  reports: ReportCounts;
  health: HealthCounts;
  trustReport: TrustReport | undefined;
  /** The key by which operators name this server; absent where it has none. */
  serverKey: string | undefined;
  /** How the kernel confines remotes' code. */
  confinement: Layers;
  /** Whether the server takes no further connections. */
  isEnding(): boolean;
  /** Since when it cannot tell the store which revision it serves; null where it can, or where the store has no list of servers. */
  readUnlisted(): Unlisted | null;
}

/**
 * What load balancers and operators ask a server: `/healthz` and `/readyz` on its port, and metrics on a port of their own.
 * @returns the server of metrics, which does not listen yet
 */
export function openOperatorsAnswers(
  server: FastifyInstance,
  {
    options: { continuity, logLevel, metricsHost, secure, storeCertFile },
    live,
    reconciler,
    metrics,
    reports,
    health,
    trustReport,
    serverKey,
    confinement,
    isEnding,
    readUnlisted,
  }: OperatorsAnswersOptions,
): FastifyInstance {
  server.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  registerReadiness(server, () => {
    const set = live.state()?.set;
    const canary = live.canary();
    const { desired, lag } = reconciler.status();
    const failing = live.failing();
    const unlisted = readUnlisted();
    return {
      ready: !isEnding() && set !== undefined,
      set,
      problem: reconciler.problem(),
      details: {
        desired,
        lag,
        ...(unlisted && { unlisted }),
        ...(failing.length > 0 && { failing }),
        ...(canary && { canary: { set: canary.state.set.id, percent: pickShare(canary.share, new Date()) } }),
        ...(serverKey && { serverKey }),
        confinement,
        restored: live.restored() ?? null,
        ...(trustReport && { trust: trustReport.details() }),
        ...(continuity && { remembers: continuity.status() }),
      },
    };
  });
  return createMetricsServer({
    registry: metrics.registry,
    async onRead() {
      const { desired, staleSeconds } = reconciler.figures();
      if (desired !== undefined) metrics.revisionDesired.set(desired);
      metrics.revisionStaleSeconds.set(staleSeconds);
      if (secure) metrics.certificateExpires.set({ kind: "server" }, secure.expires().getTime() / 1000);
      if (storeCertFile !== undefined)
        metrics.certificateExpires.set({ kind: "store" }, await readCertificateEnd(storeCertFile));
      setReports(metrics, reports.list());
      setHealth(metrics, health.list());
    },
    host: metricsHost ?? "127.0.0.1",
    logLevel,
  });
}

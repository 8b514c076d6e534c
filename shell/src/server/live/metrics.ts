import { collectDefaultMetrics, Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from "prom-client";
import type { Estimate } from "../health/estimate.ts";
import type { ReleaseHealth } from "../health/release-health.ts";
import type { CountedReport } from "../reports/report-counts.ts";

/** The metrics of the server. Failures are labelled by remote and version (G11). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    pages: new Counter({ name: "page_total", help: "Pages answered.", labelNames: ["status"], registers }),
    requestsShed: new Counter({
      name: "request_shed_total",
      help: "Requests answered with 503 because there were more than could be answered.",
      registers,
    }),
    remoteFailures: new Counter({
      name: "remote_failure_total",
      help: "Remotes that failed, by version and reason.",
      labelNames: ["remote", "version", "reason"],
      registers,
    }),
    releasesRefused: new Counter({
      name: "release_refused_total",
      help: "Releases that did not verify.",
      labelNames: ["remote", "code"],
      registers,
    }),
    documentsRefused: new Counter({
      name: "data_document_refused_total",
      help: "Data documents that were refused.",
      labelNames: ["document"],
      registers,
    }),
    downloadServiceFailures: new Counter({
      name: "download_service_failed_total",
      help: "Times the download service gave no usable links.",
      registers,
    }),
    revisionLive: createGauge({
      name: "site_revision_live",
      help: "The revision of the release set that is live.",
      registers,
    }),
    revisionDesired: createGauge({
      name: "site_revision_desired",
      help: "The newest revision that was read from the release store.",
      registers,
    }),
    revisionStaleSeconds: new Gauge({
      name: "site_revision_stale_seconds",
      help: "Seconds since the live revision is not the desired one, or the release store cannot be read; 0 otherwise.",
      registers,
    }),
    trustExpires: createGauge({
      name: "site_trust_expires_timestamp_seconds",
      help: "When the trust list expires; from then on no new record is accepted.",
      registers,
    }),
    certificateExpires: new Gauge({
      name: "site_certificate_expires_timestamp_seconds",
      help: "When a certificate that the server shows expires: its own, or that for its store; 0 for a file that cannot be read, no value without one.",
      labelNames: ["kind"],
      registers,
    }),
    imagesRefused: new Counter({
      name: "image_refused_total",
      help: "Images that were not drawn because too many waited, of one client or of all.",
      registers,
    }),
    browserReports: new Counter({
      name: "browser_report_total",
      help: "Violations of a page's policies that browsers reported.",
      labelNames: ["directive", "disposition", "remote", "version"],
      registers,
    }),
    browserReportNetworks: new Gauge({
      name: "browser_report_networks",
      help: "Networks that reported a violation: /24 of IPv4, /48 of IPv6; at most 256 are told apart.",
      labelNames: ["directive", "disposition", "remote", "version"],
      registers,
    }),
    browserReportsDropped: new Counter({
      name: "browser_report_dropped_total",
      help: "Reports that were not counted: above the limits, or invalid.",
      labelNames: ["reason"],
      registers,
    }),
    browserBeacons: new Counter({
      name: "browser_beacon_total",
      help: "What browsers told of documents: counted, or why it was not.",
      labelNames: ["use"],
      registers,
    }),
    canaryReturns: new Counter({
      name: "canary_return_total",
      help: "Canaries that this server returned to the stable set, by what visitors met more often.",
      labelNames: ["remote", "metric"],
      registers,
    }),
    releaseViews: new Gauge({
      name: "release_view_count",
      help: "Documents that browsers told of, by release; one an hour of each network.",
      labelNames: ["remote", "version"],
      registers,
    }),
    releaseProblems: new Gauge({
      name: "release_problem_count",
      help: "Documents of those with a problem of the release: failed, thrown, repaired; a document may have several.",
      labelNames: ["remote", "version", "kind"],
      registers,
    }),
    releaseProblemRatio: new Gauge({
      name: "release_problem_ratio",
      help: "The share of documents with a problem of the release, and the ends of its 95 % interval.",
      labelNames: ["remote", "version", "bound"],
      registers,
    }),
    releaseVitals: new Gauge({
      name: "release_vital_p75",
      help: "75th percentile of a web vital in regions of the release, and the ends of its 95 % interval: seconds, and the score of layout shifts.",
      labelNames: ["remote", "version", "vital", "bound"],
      registers,
    }),
    spansDropped: new Counter({
      name: "trace_span_dropped_total",
      help: "Spans that the collector never got: it was away for too long, or refused them.",
      registers,
    }),
    composeSeconds: new Histogram({
      name: "compose_seconds",
      help: "Time to render and encode what a change touched.",
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5],
      registers,
    }),
  };
}

/** A gauge without a value until one is set: alarms and dashboards would take the 0 of the library for what was measured. */
function createGauge(options: GaugeConfiguration<never>): Gauge<never> {
  const gauge = new Gauge<never>(options);
  gauge.remove();
  return gauge;
}

/** Writes what is held of reports, and forgets what is no longer. */
export function setReports(
  { browserReports, browserReportNetworks }: Pick<Metrics, "browserReports" | "browserReportNetworks">,
  counted: readonly CountedReport[],
): void {
  browserReports.reset();
  browserReportNetworks.reset();
  for (const { labels, reports, networks } of counted) {
    browserReports.inc({ ...labels }, reports);
    browserReportNetworks.set({ ...labels }, networks);
  }
}

/** Writes what visitors met by release, and forgets what is no longer held. */
export function setHealth(
  { releaseViews, releaseProblems, releaseProblemRatio, releaseVitals }: Metrics,
  health: readonly ReleaseHealth[],
): void {
  for (const gauge of [releaseViews, releaseProblems, releaseProblemRatio, releaseVitals]) gauge.reset();
  for (const { remote, version, views, problems, rate, vitals } of health) {
    const labels = { remote, version };
    releaseViews.set(labels, views);
    for (const [kind, count] of Object.entries(problems)) releaseProblems.set({ ...labels, kind }, count);
    for (const [bound, value] of listBounds(rate)) releaseProblemRatio.set({ ...labels, bound }, value);
    for (const [vital, estimate] of Object.entries(vitals))
      for (const [bound, value] of listBounds(estimate))
        releaseVitals.set({ ...labels, vital, bound }, vital === "cls" ? value : value / 1000);
  }
}

function listBounds({ value, low, high }: Estimate): [bound: string, value: number][] {
  return [
    ["low", low],
    ["estimate", value],
    ["high", high],
  ];
}

export type Metrics = ReturnType<typeof createMetrics>;

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of the server. Failures are labelled by remote and version (G11). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    pages: new Counter({ name: "page_total", help: "Pages answered.", labelNames: ["status"], registers }),
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
    revisionLive: new Gauge({
      name: "site_revision_live",
      help: "The revision of the release set that is live.",
      registers,
    }),
    revisionDesired: new Gauge({
      name: "site_revision_desired",
      help: "The newest revision that was read from the release store.",
      registers,
    }),
    revisionStaleSeconds: new Gauge({
      name: "site_revision_stale_seconds",
      help: "Seconds since the live revision is not the desired one, or the release store cannot be read; 0 otherwise.",
      registers,
    }),
    trustExpires: new Gauge({
      name: "site_trust_expires_timestamp_seconds",
      help: "When the trust list expires; from then on no new record is accepted.",
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

export type Metrics = ReturnType<typeof createMetrics>;

import type { FastifyInstance } from "fastify";
import { reportsPath } from "../../policies/response-headers.ts";
import { browserReportsSchema } from "../../reports/browser-report.ts";
import { createPrefixLimit } from "../../reports/prefix-limit.ts";
import type { ReportCounts } from "../../reports/report-counts.ts";
import { type ReportDrop, registerReportEndpoint } from "./report-endpoint.ts";

/** Requests in a minute. A browser gathers the violations of some seconds in one. */
const limits = { perPrefix: 60, total: 1200, windowMs: 60_000 };

/** Bytes of a request. */
const maxBodyBytes = 16 * 1024;

/** Registers the address that browsers send violations of pages' policies to. */
export function registerReports(
  server: FastifyInstance,
  { counts, onDropped }: { counts: ReportCounts; onDropped(reason: ReportDrop): void },
): void {
  registerReportEndpoint(server, {
    path: `${reportsPath}/:build`,
    types: ["application/reports+json"],
    limit: createPrefixLimit(limits),
    maxBodyBytes,
    schema: browserReportsSchema,
    onReport(reports, { params, ip }) {
      const build = typeof params === "object" && params !== null && "build" in params ? String(params.build) : "";
      for (const report of reports) counts.count(report, build, ip);
    },
    onDropped,
  });
}

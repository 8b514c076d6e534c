import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { PrefixLimit } from "../../reports/prefix-limit.ts";
import { sendProblem } from "../answers/problem.ts";

export interface ReportEndpointOptions<Schema extends v.GenericSchema> {
  /** The route, such as `/-/reports/:build`. */
  path: string;
  /** Media types of the body, which is JSON. */
  types: readonly string[];
  /** How much each network may send, and all together. It is asked before a body is read. */
  limit: PrefixLimit;
  /** Bytes of a body, at most. */
  maxBodyBytes: number;
  schema: Schema;
  /** Told what is within the limits and has the schema. */
  onReport(report: v.InferOutput<Schema>, request: FastifyRequest): void;
  /** Told why another one was dropped. */
  onDropped(reason: ReportDrop): void;
}

export type ReportDrop = "limit" | "invalid";

/**
 * Registers an address that takes what any browser tells of itself: `POST`. It answers 204 without a body, or a problem that
 * repeats nothing of the request. What browsers tell is neither trusted nor kept: `onReport` counts it.
 */
export function registerReportEndpoint<Schema extends v.GenericSchema>(
  server: FastifyInstance,
  { path, types, limit, maxBodyBytes, schema, onReport, onDropped }: ReportEndpointOptions<Schema>,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...types], { parseAs: "string" }, scope.getDefaultJsonParser("error", "error"));
    scope.setErrorHandler((error, _request, reply) => {
      onDropped("invalid");
      const status = toStatus(error);
      return sendProblem(reply, status, "REPORT_INVALID", sentences[status]);
    });
    scope.post(
      path,
      {
        bodyLimit: maxBodyBytes,
        async onRequest(request, reply) {
          if (limit.admit(request.ip)) return;
          onDropped("limit");
          return sendProblem(
            reply.header("retry-after", limit.retryAfterSeconds()),
            429,
            "REPORTS_TOO_MANY",
            "Too many reports come from this network, or from all together.",
          );
        },
      },
      async (request, reply) => {
        const report = v.safeParse(schema, request.body);
        if (!report.success) {
          onDropped("invalid");
          return sendProblem(reply, 400, "REPORT_INVALID", sentences[400]);
        }
        onReport(report.output, request);
        return reply.code(204).header("cache-control", "no-store").send();
      },
    );
  });
}

const sentences = {
  400: "This is no report that this address takes.",
  413: "A report is too large.",
  415: "A report of this media type is not taken here.",
} as const;

function toStatus(error: unknown): keyof typeof sentences {
  const status = typeof error === "object" && error !== null && "statusCode" in error ? error.statusCode : undefined;
  return status === 413 || status === 415 ? status : 400;
}

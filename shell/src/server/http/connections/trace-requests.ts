import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import {
  isSampledTrace,
  makeSpanId,
  makeTraceId,
  parseTraceparent,
  type TraceContext,
} from "../../traces/trace-context.ts";
import type { TraceSettings } from "../../traces/trace-settings.ts";
import { nowMs, toFailure, type Tracer } from "../../traces/tracer.ts";
import { createAddressList } from "../../visitor/address-list.ts";

export interface RequestTraceOptions {
  tracer: Tracer;
  sampler: TraceSettings["sampler"];
  trustedProxies: readonly string[];
  readSet(): ReleaseSet | undefined;
}

/**
 * Traces a share of the requests, and each that fails with a status of 500 or more. A span is made when its response has ended, so that an untraced
 * request costs a look at its headers and a random number.
 */
export function traceRequests(
  server: FastifyInstance,
  { tracer, sampler, trustedProxies, readSet }: RequestTraceOptions,
): void {
  const proxies = createAddressList(trustedProxies);
  const parents = new WeakMap<FastifyRequest, TraceContext>();
  const errors = new WeakMap<FastifyRequest, unknown>();

  server.addHook("onRequest", async (request) => {
    const { traceparent } = request.headers;
    // Otherwise a visitor could join another visitor's trace, or have all of their requests traced.
    if (traceparent === undefined || !proxies.has(request.socket.remoteAddress ?? "")) return;
    const parent = parseTraceparent(String(traceparent));
    if (parent) parents.set(request, parent);
  });
  server.addHook("onError", async (request, _reply, error) => {
    errors.set(request, error);
  });
  server.addHook("onResponse", async (request, reply) => {
    const parent = parents.get(request);
    const traceId = parent?.traceId ?? makeTraceId();
    const isFailed = reply.statusCode >= 500 && reply.statusCode !== 503;
    const isSampled = parent && sampler.followsParent ? parent.isSampled : isSampledTrace(traceId, sampler.share);
    if (!isFailed && !isSampled) return;
    const endedAt = nowMs();
    const set = readSet();
    const route = request.routeOptions.url;
    const error = errors.get(request) ?? new Error(`the status is ${reply.statusCode}`);
    tracer.add({
      traceId,
      spanId: makeSpanId(),
      parentSpanId: parent?.spanId,
      name: route === undefined ? request.method : `${request.method} ${route}`,
      kind: "server",
      startedAt: endedAt - reply.elapsedTime,
      endedAt,
      attributes: {
        "http.request.method": request.method,
        "http.route": route,
        // Without the query, which may contain personal data.
        "url.path": request.url.split("?")[0],
        // A trusted proxy sends it, and may forward a visitor's value.
        "url.scheme": request.protocol === "https" ? "https" : "http",
        "http.response.status_code": reply.statusCode,
        "network.protocol.version": request.raw.httpVersion,
        "site.request": request.id,
        "site.set": set?.id,
        "site.revision": set?.revision,
      },
      failure: isFailed ? toFailure(error) : undefined,
    });
  });
}

import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { connectionLimits } from "./connections.ts";
import { createServer } from "./create-server.ts";
import { isLocal } from "../answers/is-local.ts";
import { sendProblem } from "../answers/problem.ts";
import { refuseMethod } from "../answers/refuse-method.ts";

/** Connections to the port of metrics: scrapers have one each. */
const maxConnections = 32;

const loopbackHosts = ["127.0.0.1", "::1"];

export interface MetricsServerOptions {
  registry: Registry;
  /** Sets the figures that are read at each request. */
  onRead(): Promise<void>;
  /** The IP address it will listen on. */
  host: string;
  logLevel: string;
}

/**
 * A server that answers only `GET /metrics`, so that the site's own port can be open to visitors and this one to operators. On loopback it accepts
 * only this machine's host names, because another site could point a host name of its own at loopback. On other addresses it accepts every host name:
 * there the operator's network limits access.
 */
export function createMetricsServer({ registry, onRead, host, logLevel }: MetricsServerOptions): FastifyInstance {
  const server = createServer({
    logLevel,
    trustedProxies: [],
    limits: connectionLimits,
    onUnreadableAddress: (_request, reply) => sendProblem(reply, 404, ...unknown),
  });
  server.server.maxConnections = maxConnections;
  const isOnLoopback = loopbackHosts.includes(host);
  server.get("/metrics", async (request, reply) => {
    if (isOnLoopback && !isLocal(request)) return sendProblem(reply, 404, ...unknown);
    await onRead();
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
  server.setNotFoundHandler((request, reply) =>
    request.method === "GET" || request.method === "HEAD" ? sendProblem(reply, 404, ...unknown) : refuseMethod(reply),
  );
  return server;
}

const unknown = ["ADDRESS_UNKNOWN", "This port has /metrics and nothing else."] as const;

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { createAddressList } from "../../visitor/address-list.ts";

/** Limits for the connections of one client, and of all clients together. Times in milliseconds. */
export interface ConnectionLimits {
  /** Open connections. One more is closed at once; near the limit, connections without a request are closed first. */
  maxConnections: number;
  /**
   * Requests of one connection that wait for their answer. Browsers and proxies send the next request after the answer. Over HTTP/2 they send several
   * at once, so there the limit applies only while all clients together have more waiting requests than there may be connections.
   */
  maxWaitingRequests: number;
  /** From a connection's first byte, or its opening, to the last byte of the request's headers. */
  headersTimeoutMs: number;
  /** The same, to the last byte of the body. */
  requestTimeoutMs: number;
  /** How often connections are compared with the two limits above: each may take this much longer. */
  checkIntervalMs: number;
  /** Time without a byte sent or received, as when a client does not read its answer or sends no further request. */
  idleTimeoutMs: number;
  /** Without a further request on a connection of a trusted proxy. Longer than load balancers keep theirs, which is 60 seconds. */
  proxyIdleTimeoutMs: number;
  /** Requests that an HTTP/2 connection may have open. Fewer than 100 would keep clients from asking for all that a page needs (RFC 9113, 6.5.2). */
  maxStreams: number;
  /** How many of them are answered at the same time; the others wait in turn. Not for trusted proxies. Bounds what is held for a client that does not read. */
  maxAnswersAtOnce: number;
  /** Bytes that an HTTP/2 client may leave untaken before its next requests wait. They are in the server's memory, encrypted for this client. */
  maxUntakenBytes: number;
  /** PING and SETTINGS of an HTTP/2 connection between two checks. */
  maxControlFrames: number;
}

/**
 * No connection with a client that is silent, sends its headers slowly or does not read lasts longer than 15 seconds. A client of HTTP/2 that has read
 * before gets one second more for each 8 KB that it has not confirmed, as slow links need. Where the server itself takes long, such as for a picture or
 * for the checks of an upload, the route keeps the connection open.
 */
export const connectionLimits: ConnectionLimits = {
  maxConnections: 4096,
  maxWaitingRequests: 4,
  headersTimeoutMs: 9_000,
  requestTimeoutMs: 14_000,
  checkIntervalMs: 1_000,
  idleTimeoutMs: 12_000,
  proxyIdleTimeoutMs: 72_000,
  maxStreams: 100,
  maxAnswersAtOnce: 8,
  maxUntakenBytes: 256 * 1024,
  maxControlFrames: 100,
};

/** Node's and Fastify's options for the limits. */
export function toServerOptions(limits: ConnectionLimits) {
  return {
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: 16 * 1024,
      // Our own check of `Host` answers with our headers.
      requireHostHeader: false,
    },
  };
}

/** The requests that are under way. Those that Fastify answers are counted by its hooks. */
export interface CountedRequests {
  underWay(): number;
  /** Counts a request that is answered without Fastify. Closes a connection with too many of them. */
  begin(socket: Socket): void;
  /** Its answer has ended. */
  end(socket: Socket): void;
}

/**
 * Holds connections to the limits.
 * @param onNone called each time when no request is under way any more, because it was answered or its client has gone
 */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
  onNone: () => void,
): CountedRequests {
  const proxies = createAddressList(trustedProxies);
  const idleTimes = new WeakMap<Socket, number>();
  const waiting = new WeakMap<Socket, number>();
  let total = 0;

  limitNumber(app.server, limits.maxConnections);
  // With TLS, requests come on another socket than the connection's.
  for (const event of ["connection", "secureConnection"])
    app.server.on(event, (socket: Socket) => {
      if (proxies.has(socket.remoteAddress ?? "")) idleTimes.set(socket, limits.proxyIdleTimeoutMs);
    });

  function forget(socket: Socket, number: number): void {
    const before = waiting.get(socket) ?? 0;
    const now = Math.max(0, before - number);
    waiting.set(socket, now);
    total -= before - now;
    if (total === 0) onNone();
  }

  function begin(socket: Socket): void {
    const before = waiting.get(socket);
    // A client that goes before it has its answers leaves them unfinished.
    if (before === undefined) socket.once("close", () => forget(socket, Number.POSITIVE_INFINITY));
    waiting.set(socket, (before ?? 0) + 1);
    total += 1;
    if ((before ?? 0) >= limits.maxWaitingRequests) socket.destroy();
  }
  function end(socket: Socket): void {
    forget(socket, 1);
    const idleTime = idleTimes.get(socket);
    // Node has just set the time of `keepAliveTimeout`.
    if (idleTime !== undefined && waiting.get(socket) === 0) socket.setTimeout(idleTime);
  }
  app.addHook("onRequest", async ({ raw }) => begin(raw.socket));
  app.addHook("onResponse", async ({ raw }) => end(raw.socket));
  return { underWay: () => total, begin, end };
}

/** Closes connections without a request when nine tenths of the allowed connections are open. */
function limitNumber(server: Server, max: number): void {
  let open = 0;
  server.maxConnections = max;
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    if (open > max * 0.9) server.closeIdleConnections();
  });
}

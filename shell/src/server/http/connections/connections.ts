import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { createAddressList } from "../../visitor/address-list.ts";

/** Limits for the connections of one client, and of all clients together. Times in milliseconds. */
export interface ConnectionLimits {
  /** Open connections. One more is closed at once; near the limit, connections without a request are closed first. */
  maxConnections: number;
  /**
   * Requests of one connection that wait for their response. Browsers and proxies send the next request after the response. Over HTTP/2 they send
   * several at once, so there the limit applies only while the waiting requests of all clients together exceed the maximum of connections.
   */
  maxWaitingRequests: number;
  /** From a connection's first byte, or its opening, to the last byte of the request's headers. */
  headersTimeoutMs: number;
  /** The time from the same start to the last byte of the body. */
  requestTimeoutMs: number;
  /** The interval at which connections are compared with the two timeouts above: each may take this much longer. */
  checkIntervalMs: number;
  /** Time without a byte sent or received, as when a client does not read its response or sends no further request. */
  idleTimeoutMs: number;
  /** Idle time of a connection of a trusted proxy. Longer than load balancers keep theirs, which is 60 seconds. */
  proxyIdleTimeoutMs: number;
  /** Open requests of an HTTP/2 connection. Fewer than 100 would keep clients from requesting all files of a page at once (RFC 9113, 6.5.2). */
  maxStreams: number;
  /**
   * Requests of an HTTP/2 connection that are answered at the same time; the others wait in a queue. Not for trusted proxies. Bounds the memory for a
   * client that does not read.
   */
  maxAnswersAtOnce: number;
  /** Unread bytes of an HTTP/2 client above which its next requests wait. They are in the server's memory, encrypted for this client. */
  maxUntakenBytes: number;
  /** PING and SETTINGS frames of an HTTP/2 connection between two checks. */
  maxControlFrames: number;
}

/**
 * No connection with a client that is silent, sends its headers slowly or does not read lasts longer than 15 seconds. An HTTP/2 client that has read
 * before gets one second more for each 8 KB that it has not confirmed, as slow links need. Where the server itself takes long, as for a picture or
 * the checks of an upload, the route keeps the connection open.
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

/** The open requests. Those that Fastify answers are counted by its hooks. */
export interface CountedRequests {
  underWay(): number;
  /** Counts a request that is answered without Fastify. Closes a connection with too many waiting requests. */
  begin(socket: Socket): void;
  /** Ends the count of a request whose response has ended. */
  end(socket: Socket): void;
}

/**
 * Applies the limits to connections.
 * @param onNone called each time when no request is open any more, because it was answered or its client disconnected
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
  // With TLS, requests arrive on another socket than the connection's.
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
    // A client that disconnects before its responses leaves them unfinished.
    if (before === undefined) socket.once("close", () => forget(socket, Number.POSITIVE_INFINITY));
    waiting.set(socket, (before ?? 0) + 1);
    total += 1;
    if ((before ?? 0) >= limits.maxWaitingRequests) socket.destroy();
  }
  function end(socket: Socket): void {
    forget(socket, 1);
    const idleTime = idleTimes.get(socket);
    // Node has just set the socket's timeout to `keepAliveTimeout`.
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

import { randomBytes } from "node:crypto";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  METHODS,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { Http2ServerRequest } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import Fastify, {
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { hideSecrets } from "@site/contracts/errors/hide-secrets";
import { inertHeaders } from "../../policies/response-headers.ts";
import { type ConnectionLimits, toServerOptions } from "./connections.ts";
import { sendProblem } from "../answers/problem.ts";
import { noteMethods } from "../answers/route-methods.ts";
import type { SecureHttp } from "./secure/secure-http.ts";
import { toTargetPath } from "../answers/target-path.ts";
import { removeForwardedPorts } from "./forwarded-ports.ts";

export interface ServerOptions {
  logLevel: string;
  /** Destination of log lines: standard error, because standard output has one line, with the address. */
  logTo?: Writable | undefined;
  /** Facts that are added to each log line, read when the line is written. */
  logFacts?: (() => Readonly<Record<string, unknown>>) | undefined;
  trustedProxies: readonly string[];
  limits: ConnectionLimits;
  /** The options of https; without them, the server answers over http. */
  secure?: SecureHttp | undefined;
  /** Called first with each request. Returns true when it has answered. */
  refuse?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Called next with each request that names its host once. Returns true when it has answered, with the headers of every response. */
  answerReady?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Answers a request whose address cannot be decoded. */
  onUnreadableAddress(request: FastifyRequest, reply: FastifyReply): void;
}

/** Standard error, for any program that serves: a line that a full disk or a closed pipe does not take is lost, and the server goes on. */
const standardError = process.stderr.on("error", () => undefined);

/** The HTTP server without routes: the headers of every response, and the requests that are refused before any route. */
export function createServer({
  logLevel,
  logTo = standardError,
  logFacts,
  trustedProxies,
  limits,
  secure,
  refuse,
  answerReady,
  onUnreadableAddress,
}: ServerOptions): FastifyInstance {
  const options = toServerOptions(limits);
  const server: FastifyInstance = Fastify({
    ...options,
    // Creates the server as Fastify would, but calls `refuse` and `answerReady` first: requests that they answer skip the cost of Fastify.
    ...((refuse ?? answerReady ?? secure) && {
      serverFactory(handle: (request: IncomingMessage, response: ServerResponse) => void) {
        const answer = (request: IncomingMessage, response: ServerResponse): void => {
          removeForwardedPorts(request);
          if (refuse?.(request, response)) return;
          if (answerReady && hasOneHost(request) && answerReady(request, response)) return;
          if (knownMethods.has(request.method ?? "")) handle(request, response);
          else response.writeHead(501, { ...emptyHeaders }).end();
        };
        if (secure) {
          secure.answer(answer);
          return secure.server;
        }
        const http = createHttpServer(options.http, answer);
        http.keepAliveTimeout = options.keepAliveTimeout;
        http.requestTimeout = options.requestTimeout;
        http.setTimeout(options.connectionTimeout);
        return http;
      },
    }),
    logger: {
      level: logLevel,
      base: null,
      stream: logTo,
      hooks: { streamWrite: hideSecrets },
      ...(logFacts && { mixin: () => logFacts() }),
    },
    genReqId: createRequestIds(),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // While it closes, a server still answers requests on its open connections.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    // No endpoint takes a large body.
    bodyLimit: 16 * 1024,
    routerOptions: { maxParamLength: 400 },
    schemaController: { compilersFactory: withoutSchemas },
    rewriteUrl: ({ url = "/" }) => toTargetPath(url),
    clientErrorHandler: refuseUnparsed,
    // A request whose address cannot be decoded does not run the hooks that set headers.
    frameworkErrors: (_error, request, reply) => onUnreadableAddress(request, reply.headers(inertHeaders)),
  });
  // Node itself answers an unknown `Expect` header (RFC 9110, 10.1.1), without our headers.
  server.server.on("checkExpectation", (request, response) => {
    response.writeHead(417, isHttp2(request) ? { ...emptyHeaders } : { ...refusalHeaders }).end();
  });
  // Node closes an HTTP/1 connection that requests a tunnel.
  if (secure)
    server.server.on("connect", (_request, response: ServerResponse | Duplex) => {
      if ("writeHead" in response) response.writeHead(405, { ...emptyHeaders, allow: "GET, HEAD" }).end();
      else response.destroy();
    });
  noteMethods(server);
  server.addHook("onRequest", async (request, reply) => {
    reply.headers(inertHeaders);
    if (!isHttp2(request.raw) && request.raw.httpVersionMajor !== 1)
      return sendRefusal(
        endsConnection(request, reply),
        "A request on this connection is of HTTP/1.1. Send it again as one.",
      );
    if (!hasOneHost(request.raw)) return sendRefusal(endsConnection(request, reply), "A request names one host.");
    // No client sends a fragment (RFC 9112, 3.2). The router drops it, so code that compares addresses would see another one.
    if (request.url.includes("#"))
      return sendRefusal(
        endsConnection(request, reply),
        "An address has no fragment. Send it without # and what follows.",
      );
  });
  return server;
}

/**
 * Routes parse their input themselves and have no JSON schemas. Without this, Fastify loads two compilers for them, 105 modules: a seventh of the
 * processor time of a start.
 */
const withoutSchemas = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };

function refuseSchemas(): never {
  throw new Error("Routes have no JSON schemas: parse what is sent with valibot.");
}

/** Marks a response as the last of its connection. HTTP/2 has no header for it. */
export function endsConnection({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isHttp2(raw) ? reply : reply.header("connection", "close");
}

/** Whether a request arrived over HTTP/2. Its version does not show that: Node's HTTP/1 parser accepts `GET / HTTP/2.0` and `HTTP/0.9` too. */
function isHttp2(request: object): boolean {
  return request instanceof Http2ServerRequest;
}

/** The methods that Node's HTTP/1 parser accepts. Its HTTP/2 parser accepts any word, so the server compares with this list. */
const knownMethods = new Set(METHODS);

/** Headers of responses to bytes that are not a valid request. */
const emptyHeaders = { ...inertHeaders, "cache-control": "no-store", "content-length": "0" };
const refusalHeaders = { ...emptyHeaders, connection: "close" };

/** Ids of requests that are unique across restarts and servers: a part for the process, and a count. */
function createRequestIds(): () => string {
  const ofProcess = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${ofProcess}-${(count += 1).toString(36)}`;
}

/** For visitors, who send so much when cookies have piled up: without a text, they would see an error of the browser at each visit. ASCII. */
const tooManyCookies =
  "The browser sent more than this site reads. Delete this site's cookies in the browser's settings, and load the page again.\n";

/** Refuses bytes that the parser rejected: malformed, too large or too slow. */
function refuseUnparsed({ code, rawPacket }: ConnectionError, socket: Socket): void {
  if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
  const status = isOtherMethod(code, rawPacket) ? 501 : (statuses[code] ?? 400);
  const body = status === 431 ? tooManyCookies : "";
  const lines = Object.entries({
    ...refusalHeaders,
    ...(body !== "" && { "content-type": "text/plain; charset=utf-8", "content-length": String(body.length) }),
  });
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
  socket.destroySoon();
}

/** Whether the refused bytes are a request with an unknown method (RFC 9110, 9.1). */
function isOtherMethod(code: string, packet: unknown): boolean {
  if (code !== "HPE_INVALID_METHOD" || !Buffer.isBuffer(packet)) return false;
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(packet.toString("latin1", 0, longestLine));
}

/** Bytes that are searched for the first line of such a request. */
const longestLine = 1024;

/** The status for each code of Node's parser; 400 for any other. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Whether a request names its host once (RFC 9112, 3.2). With two hosts, Node reads the first, and a proxy may read the second. An HTTP/1.0 request
 * may name none; an HTTP/2 request may repeat the same host in `Host` (RFC 9113, 8.3.1).
 */
function hasOneHost(request: FastifyRequest["raw"]): boolean {
  const { rawHeaders, httpVersion, headers } = request;
  if (isHttp2(request)) {
    const { ":authority": authority = headers.host, host = authority } = headers;
    return authority !== undefined && authority !== "" && host === authority;
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

function sendRefusal(reply: FastifyReply, detail: string): FastifyReply {
  return sendProblem(reply, 400, "REQUEST_REFUSED", detail);
}

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
import { inertHeaders } from "../../policies/response-headers.ts";
import { type ConnectionLimits, toServerOptions } from "./connections.ts";
import { sendProblem } from "../answers/problem.ts";
import { noteMethods } from "../answers/route-methods.ts";
import type { SecureHttp } from "./secure/secure-http.ts";
import { toTargetPath } from "../answers/target-path.ts";
import { removeForwardedPorts } from "./forwarded-ports.ts";

export interface ServerOptions {
  logLevel: string;
  /** Where log lines go; standard error, because standard output has one line, with the address. */
  logTo?: Writable | undefined;
  /** What each log line says beside its own facts. Read when a line is written. */
  logFacts?: (() => Readonly<Record<string, unknown>>) | undefined;
  trustedProxies: readonly string[];
  limits: ConnectionLimits;
  /** Answers by https; without it, by http. */
  secure?: SecureHttp | undefined;
  /** Sees a request before anything else does. True when it has answered. */
  refuse?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Sees a request next, when it names its host once. True when it has answered, with the headers that each response carries. */
  answerReady?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Answers a request whose address cannot be decoded. */
  onUnreadableAddress(request: FastifyRequest, reply: FastifyReply): void;
}

/** The HTTP server without routes: what each response carries, and which requests are refused before any route. */
export function createServer({
  logLevel,
  logTo = process.stderr,
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
    // Creates the server as Fastify would, but calls `refuse` and `answerReady` first: the requests that these answer skip the cost of Fastify.
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
    logger: { level: logLevel, base: null, stream: logTo, ...(logFacts && { mixin: () => logFacts() }) },
    genReqId: createRequestIds(),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // While it closes, a server answers requests on the connections it has taken.
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
  // Node answers an expectation it does not know (RFC 9110, 10.1.1) itself, without our headers.
  server.server.on("checkExpectation", (request, response) => {
    response.writeHead(417, isHttp2(request) ? { ...emptyHeaders } : { ...refusalHeaders }).end();
  });
  // Node ends a connection of HTTP/1 that asks for a tunnel.
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
    // No client sends a fragment (RFC 9112, 3.2). The router drops it, and what compares addresses would read another one.
    if (request.url.includes("#"))
      return sendRefusal(
        endsConnection(request, reply),
        "An address has no fragment. Send it without # and what follows.",
      );
  });
  return server;
}

/**
 * Routes parse what they are sent themselves and have no JSON schemas. Left out, Fastify loads two compilers for them, 105 modules: a seventh of the
 * processor time of a start.
 */
const withoutSchemas = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };

function refuseSchemas(): never {
  throw new Error("Routes have no JSON schemas: parse what is sent with valibot.");
}

/** Says that an answer is the last of its connection. HTTP/2 has no header for it. */
export function endsConnection({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isHttp2(raw) ? reply : reply.header("connection", "close");
}

/** Whether a request came as frames of HTTP/2. Its version does not say so: Node's HTTP/1 parser takes `GET / HTTP/2.0` and `HTTP/0.9` too. */
function isHttp2(request: object): boolean {
  return request instanceof Http2ServerRequest;
}

/** The methods that Node's HTTP/1 parser accepts. Its HTTP/2 parser accepts any word, so the server compares with this list. */
const knownMethods = new Set(METHODS);

/** Headers of an answer to what never becomes a request. */
const emptyHeaders = { ...inertHeaders, "cache-control": "no-store", "content-length": "0" };
const refusalHeaders = { ...emptyHeaders, connection: "close" };

/** Ids of requests that stay apart after a restart and between servers: a part for the process, and a count. */
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

/** Whether what the parser refused is a request all the same, with a method that it does not know (RFC 9110, 9.1). */
function isOtherMethod(code: string, packet: unknown): boolean {
  if (code !== "HPE_INVALID_METHOD" || !Buffer.isBuffer(packet)) return false;
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(packet.toString("latin1", 0, longestLine));
}

/** Bytes in which the first line of such a request is looked for. */
const longestLine = 1024;

/** The status for each code of Node's parser; 400 for any other. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Whether a request names its host once (RFC 9112, 3.2). With two, Node reads the first, and a proxy may have meant the second. A request
 * of HTTP/1.0 may name none; one of HTTP/2 may name the same host in `Host` again (RFC 9113, 8.3.1).
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

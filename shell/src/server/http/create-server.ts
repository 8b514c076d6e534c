import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { inertPolicy } from "../pages/content-security-policy.ts";
import { type ConnectionLimits, toServerOptions } from "./connections.ts";
import { sendProblem } from "./problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { toTargetPath } from "./target-path.ts";

export interface ServerOptions {
  logLevel: string;
  trustedProxies: readonly string[];
  limits: ConnectionLimits;
  /** Answers a request whose address cannot be decoded. */
  onUnreadableAddress(request: FastifyRequest, reply: FastifyReply): void;
}

/** The headers of every response but pages, which set another policy. */
const headers: Readonly<Record<string, string>> = { ...securityHeaders, "content-security-policy": inertPolicy };

/** The HTTP server without routes: what each response carries, and which requests are refused before any route. */
export function createServer({
  logLevel,
  trustedProxies,
  limits,
  onUnreadableAddress,
}: ServerOptions): FastifyInstance {
  const server: FastifyInstance = Fastify({
    ...toServerOptions(limits),
    // Standard output has one line, with the address; logs go to standard error.
    logger: { level: logLevel, base: null, stream: process.stderr },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    logController: new LogController({ disableRequestLogging: true }),
    // No endpoint takes a large body.
    bodyLimit: 16 * 1024,
    routerOptions: { maxParamLength: 400 },
    rewriteUrl: ({ url = "/" }) => toTargetPath(url),
    clientErrorHandler: refuseUnparsed,
    // A request whose address cannot be decoded does not run the hooks that set headers.
    frameworkErrors: (_error, request, reply) => onUnreadableAddress(request, reply.headers(headers)),
  });
  // Node answers an expectation it does not know (RFC 9110, 10.1.1) itself, without our headers.
  server.server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, { ...headers, connection: "close", "content-length": 0 }).end();
  });
  server.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (!hasOneHost(request)) return refuseHost(reply);
  });
  return server;
}

/** Refuses what is no request: the parser found it malformed, too large or too slow. */
function refuseUnparsed({ code }: ConnectionError, socket: Socket): void {
  if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
  const status = statuses[code] ?? 400;
  const lines = Object.entries({ ...headers, connection: "close", "content-length": "0" });
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  socket.destroySoon();
}

/** The status for each code of Node's parser; 400 for any other. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Whether a request names its host once (RFC 9112, 3.2). With two, Node reads the first, and a proxy may have meant the second. A request
 * of HTTP/1.0 may name none.
 */
function hasOneHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

function refuseHost(reply: FastifyReply): FastifyReply {
  return sendProblem(reply.header("connection", "close"), 400, "REQUEST_REFUSED", "A request names one host.");
}

import type { FastifyRequest } from "fastify";

const localNames = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name is one of this machine: browsers resolve no name below `localhost` elsewhere (RFC 6761, 6.3). */
export function isLocalName(hostname: string): boolean {
  return localNames.includes(hostname) || hostname.endsWith(".localhost");
}

/**
 * Whether a request comes from this machine itself, and not through a proxy. The name it asks for is one of this machine too: a page of
 * another site could point a name of its own here.
 */
export function isLocal(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers["forwarded"];
  const isNamed = localNames.includes(URL.parse(`http://${request.headers.host ?? ""}`)?.hostname ?? "");
  return isNamed && forwarded === undefined && ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(peer);
}

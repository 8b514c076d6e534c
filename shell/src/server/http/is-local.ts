import type { FastifyRequest } from "fastify";

/** Whether a request comes from this machine itself, and not through a proxy. */
export function isLocal(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers["forwarded"];
  return forwarded === undefined && ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(peer);
}

import type { FastifyReply } from "fastify";

/** An error of the API, as RFC 9457 writes it. */
export function sendProblem(reply: FastifyReply, status: number, code: string, detail: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify({ type: "about:blank", title: code, status, detail }));
}

import type { FastifyReply } from "fastify";

/** An error of the API, as RFC 9457 writes it. `id` names it in the log, where there is a line about it. */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  code: string,
  detail: string,
  id?: string,
): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify({ type: "about:blank", title: code, status, detail, ...(id !== undefined && { id }) }));
}

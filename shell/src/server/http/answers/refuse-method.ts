import type { FastifyReply } from "fastify";
import { sendProblem } from "./problem.ts";

/** Answers a method that an address does not have (RFC 9110, 15.5.6). */
export function refuseMethod(reply: FastifyReply): FastifyReply {
  return sendProblem(reply.header("allow", "GET, HEAD"), 405, "METHOD_NOT_ALLOWED", "This address can only be read.");
}

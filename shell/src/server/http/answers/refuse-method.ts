import type { FastifyReply } from "fastify";
import { sendProblem } from "./problem.ts";
import { ofReading } from "./route-methods.ts";

/** Answers an unsupported method with 405 and the methods of the address (RFC 9110, 15.5.6). */
export function refuseMethod(reply: FastifyReply): FastifyReply {
  const [path = "/"] = reply.request.url.split("?");
  const methods = reply.server.listMethods?.(path) ?? ofReading;
  const allowed = methods.join(", ");
  const detail = allowed === ofReading.join(", ") ? "This address can only be read." : `This address takes ${allowed}.`;
  return sendProblem(reply.header("allow", allowed), 405, "METHOD_NOT_ALLOWED", detail);
}

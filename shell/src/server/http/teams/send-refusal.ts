import type { FastifyReply } from "fastify";
import { type ErrorCode, isSiteError, toProblem } from "@site/contracts/errors";
import { genericMessage } from "../../../layout/unexpected-error.ts";
import { sendProblem } from "../problem.ts";

/** Codes whose status does not follow from how they begin. */
const statuses: Partial<Record<ErrorCode, number>> = {
  RELEASE_NOT_FOUND: 404,
  REVISION_NOT_FOUND: 404,
  ROLE_UNKNOWN: 403,
  SITE_STARTING: 503,
  TOKEN_ROLE_LOW: 403,
  TOKENS_INVALID: 503,
  TRUST_MISSING: 404,
};

const families: readonly (readonly [beginning: string, status: number])[] = [
  ["KEY_", 403],
  ["RELEASE_", 422],
  ["SIGNATURE", 403],
  ["STORE_", 503],
  ["TOKEN_", 401],
  ["TRUST_", 503],
];

/** The HTTP status of an error; 500 for one that is not raised on purpose. */
export function toStatus(error: unknown): number {
  if (!isSiteError(error)) return 500;
  return statuses[error.code] ?? families.find(([beginning]) => error.code.startsWith(beginning))?.[1] ?? 500;
}

/** Answers with an error's code and sentence. What is unexpected is not told outside. */
export function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  const status = toStatus(error);
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="site"');
  if (!isSiteError(error) || status === 500) return sendProblem(reply, 500, "UNEXPECTED", genericMessage.en);
  return sendProblem(reply, status, error.code, toProblem(error));
}

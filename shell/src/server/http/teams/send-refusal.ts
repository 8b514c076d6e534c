import type { FastifyReply } from "fastify";
import { isSiteError } from "@site/contracts/errors";
import { genericMessage } from "../../../layout/unexpected-error.ts";
import { sendProblem } from "../answers/problem.ts";

/** Codes whose status does not follow from their prefix. */
const statuses: Readonly<Record<string, number>> = {
  CANARY_NONE: 404,
  CHECK_KEY_INVALID: 503,
  ENVELOPE_INVALID: 400,
  ENVELOPE_TYPE_FOREIGN: 403,
  MOMENT_UNKNOWN: 404,
  OVERRIDES_BUSY: 503,
  OVERRIDE_INVALID: 400,
  OVERRIDE_UNFIT: 422,
  PREVIEW_UNKNOWN: 404,
  PROVIDER_FAILED: 503,
  PUBLISHING_OFF: 405,
  PUBLISH_BUSY: 503,
  PUBLISH_FAILED: 500,
  RELEASE_NOT_FOUND: 404,
  RELEASE_VERSION_TAKEN: 409,
  REVISION_NOT_FOUND: 404,
  ROLE_MISSING: 403,
  ROLE_UNKNOWN: 403,
  SET_INCOMPLETE: 422,
  SIGN_IN_REFUSED: 401,
  SITE_STARTING: 503,
  STORE_FULL: 507,
  TOKENS_INVALID: 503,
  TOKEN_FOREIGN: 403,
  TOKEN_ROLE_LOW: 403,
  TRUST_MISSING: 404,
  UPLOAD_TOO_LARGE: 413,
};

const families: readonly (readonly [beginning: string, status: number])[] = [
  ["KEY_", 403],
  ["LAYOUT_", 422],
  ["RELEASE_", 422],
  ["SIGNATURE", 403],
  ["STORE_", 503],
  ["TOKEN_", 401],
  ["TRUST_", 503],
  ["UPLOAD_", 400],
];

/** An error in the form that clients receive. */
export interface Refusal {
  code: string;
  detail: string;
}

/** The HTTP status of an error's code; 500 for an error that is not disclosed to clients. */
export function toStatus(error: unknown): number {
  const code = toRefusal(error)?.code;
  if (code === undefined) return 500;
  return statuses[code] ?? families.find(([beginning]) => code.startsWith(beginning))?.[1] ?? 500;
}

/** Responds with an error's code and sentence. For an unexpected error, clients receive only the id of its line in the log. */
export function sendRefusal(reply: FastifyReply, error: unknown, errorId?: string): FastifyReply {
  const status = toStatus(error);
  const refusal = toRefusal(error);
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="site"');
  const isTold = refusal && (status !== 500 || refusal.code in statuses);
  const [code, detail] = isTold ? [refusal.code, refusal.detail] : ["UNEXPECTED", genericMessage.en];
  return sendProblem(reply, status, code, detail, errorId);
}

function toRefusal(error: unknown): Refusal | undefined {
  if (isSiteError(error)) return { code: error.code, detail: error.message };
  if (typeof error !== "object" || error === null || error instanceof Error) return undefined;
  return "code" in error && typeof error.code === "string" && "detail" in error && typeof error.detail === "string"
    ? { code: error.code, detail: error.detail }
    : undefined;
}

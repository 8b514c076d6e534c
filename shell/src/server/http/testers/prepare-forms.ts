import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { genericMessage } from "../../../layout/unexpected-error.ts";
import type { Sessions } from "../../testers/session.ts";
import { createLimitKey } from "../answers/limit-key.ts";
import { toStatus } from "../teams/send-refusal.ts";
import { isOwnForm, isPlainForm } from "./tester-answers.ts";

/** Maximum bytes of a form. */
const maxFormBytes = 8192;

export interface FormScopeOptions {
  sessions: Pick<Sessions, "read">;
  /** Requests of one session, or of one address without one. */
  requestsAMinute: number;
  /** Responds with a page that explains the problem. */
  sendProblem(reply: FastifyReply, title: string, text: string): Promise<FastifyReply>;
}

/**
 * Lets the routes of a scope accept forms of this site's own pages, limits the requests of each session or address, and responds to errors with a
 * page.
 */
export async function prepareForms(
  scope: FastifyInstance,
  { sessions, requestsAMinute, sendProblem }: FormScopeOptions,
): Promise<void> {
  await scope.register(rateLimit, {
    max: requestsAMinute,
    timeWindow: "1 minute",
    keyGenerator: createLimitKey(async ({ headers }) => (await sessions.read(headers.cookie))?.session.id),
  });
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.setErrorHandler((error, request, reply) => {
    // Errors of the framework, such as a rate limit, have a status of their own.
    if (typeof error === "object" && error !== null && "statusCode" in error) throw error;
    const status = toStatus(error);
    if (status >= 500)
      request.log.error({ path: request.url, problem: toProblem(error) }, "a request of a tester failed");
    const text = isSiteError(error) && status !== 500 ? error.message : genericMessage.en;
    return sendProblem(reply.code(status), "This cannot be shown", text);
  });
  scope.addHook("preHandler", async (request, reply) => {
    if (request.method === "POST" && !isOwnForm(request))
      return sendProblem(
        reply.code(403),
        "This was not done",
        isPlainForm(request)
          ? "This page was opened over http, on which a form may be changed on its way. Open the same page by its https address, and send the form from there."
          : "The form was sent by another site. Open this site's own page, and send the form from there.",
      );
  });
}

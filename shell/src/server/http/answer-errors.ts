import type { FastifyInstance } from "fastify";
import { toProblem } from "@site/contracts/errors";
import { genericMessage } from "../../layout/unexpected-error.ts";
import type { FailedRequests } from "./answers/failed-requests.ts";
import type { PageAnswers } from "./pages/page-routes.ts";
import { sendProblem } from "./answers/problem.ts";
import { refuseMethod } from "./answers/refuse-method.ts";

export interface ErrorAnswerOptions {
  failedRequests: Pick<FailedRequests, "note">;
  pages: Pick<PageAnswers, "answerError">;
}

/**
 * Answers requests whose route threw: one that is refused with the reason, one that failed with the id of its line in the log, as a page or, below
 * `/api/`, as JSON. To be called before plugins are registered: a plugin keeps the error handler that is set by then.
 */
export function answerErrors(server: FastifyInstance, { failedRequests, pages }: ErrorAnswerOptions): void {
  server.setErrorHandler((error, request, reply) => {
    if (isUntypedQuery(error)) return refuseMethod(reply);
    const status = readStatus(error);
    if (status < 500) return sendProblem(reply, status, "REQUEST_REFUSED", toRefusal(error, status));
    const errorId = failedRequests.note(request, status, error);
    return request.url.startsWith("/api/")
      ? sendProblem(reply, status, "REQUEST_REFUSED", genericMessage.en, errorId)
      : pages.answerError(request, reply, 500, errorId);
  });
}

/** Whether Fastify refused the method QUERY for a missing media type, which it does before the route is asked. No address takes that method. */
function isUntypedQuery(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE";
}

/** What a client is told whose request Fastify or a plugin refused, and what to send instead. */
function toRefusal(error: unknown, status: number): string {
  if (status === 413) return "The body is larger than this address takes. Send a smaller one.";
  if (status === 429)
    return "There were too many requests from this address. Send the next one when the time in Retry-After is over.";
  if (status === 415)
    return "This address takes no body of that content type. Send the one that its documentation names; site publish uploads a release.";
  return `The request is not taken: ${toProblem(error).replace(/\.$/, "")}. Correct it, and send it again.`;
}

/** The status that an error of Fastify or of a plugin has; 500 for any other. */
function readStatus(error: unknown): number {
  return typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}

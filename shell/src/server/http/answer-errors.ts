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
    if (status < 500) return sendProblem(reply, status, "REQUEST_REFUSED", toProblem(error));
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

/** The status that an error of Fastify or of a plugin has; 500 for any other. */
function readStatus(error: unknown): number {
  return typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageAnswers } from "../pages/page-routes.ts";
import { isApart } from "../answers/is-apart.ts";
import { sendProblem } from "../answers/problem.ts";
import { callbackPath } from "../../access/identity-provider.ts";
import { goTo } from "../testers/tester-answers.ts";
import { providerPath } from "../testers/tester-pages.ts";
import { consoleStylePath } from "./console-page.ts";
import { consolePath } from "./parts.ts";

/** Paths at the console's own host name beside the pages of the console: the sign-in, two style sheets and the typeface. */
const allowed: ReadonlySet<string> = new Set([
  consolePath,
  consoleStylePath,
  "/-/sign-in",
  providerPath,
  callbackPath,
  "/-/sign-out",
  "/-/testers.css",
]);

/**
 * Refuses pages of the site and files of remotes at the console's own host name: scripts of one origin can use each other's keys, so that origin has
 * no scripts but the console's.
 */
export function keepConsoleApart(server: FastifyInstance, consoleHost: string): void {
  server.addHook("onRequest", async (request, reply) => {
    if (!isApart(request, consoleHost)) return undefined;
    const [path = ""] = request.url.split("?");
    if (allowed.has(path) || path.startsWith(`${consolePath}/`) || path.endsWith(".woff2")) return undefined;
    if (path === "/") return goTo(reply, consolePath);
    return refuse(reply);
  });
}

/** Wraps the pages of the site, error pages too, so that no address of the console's own host name has them. */
export function keepPagesApart(pages: PageAnswers, consoleHost: string): PageAnswers {
  return {
    answer: (request, reply) => (isApart(request, consoleHost) ? refuse(reply) : pages.answer(request, reply)),
    answerPayload: (request, reply) =>
      isApart(request, consoleHost) ? refuse(reply) : pages.answerPayload(request, reply),
    answerError: (request, reply, status, errorId) =>
      isApart(request, consoleHost)
        ? refuse(reply, status, errorId)
        : pages.answerError(request, reply, status, errorId),
  };
}

function refuse(reply: FastifyReply, status = 404, errorId?: string): FastifyReply {
  return status < 500
    ? sendProblem(reply, status, "CONSOLE_ONLY", "This host name is the console's alone. The site has another one.")
    : sendProblem(reply, status, "CONSOLE_FAILED", "The console could not answer. The log says why.", errorId);
}

/** The address of a page of the console at its own host name, with the port of the request. */
export function toApartUrl({ host }: FastifyRequest, consoleHost: string, path: string): string {
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return `//${consoleHost}${port}${path}`;
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendProblem } from "../problem.ts";
import { goTo } from "../testers/tester-answers.ts";
import { consoleStylePath } from "./console-page.ts";
import { consolePath } from "./parts.ts";

/** What is answered at the console's own host name beside the pages of the console: the sign-in, two style sheets and the typeface. */
const allowed: ReadonlySet<string> = new Set([
  consolePath,
  consoleStylePath,
  "/-/sign-in",
  "/-/sign-out",
  "/-/testers.css",
]);

/** Whether a request is to the host name at which the console is alone. */
export function isApart({ hostname }: FastifyRequest, consoleHost: string | undefined): boolean {
  return hostname === consoleHost;
}

/**
 * Answers no page of the site, and no file of a remote, at the console's own host name: scripts of one origin can use each other's keys, so that
 * origin has no scripts but the console's.
 */
export function keepConsoleApart(server: FastifyInstance, consoleHost: string): void {
  server.addHook("onRequest", async (request, reply) => {
    if (!isApart(request, consoleHost)) return undefined;
    const [path = ""] = request.url.split("?");
    if (allowed.has(path) || path.startsWith(`${consolePath}/`) || path.endsWith(".woff2")) return undefined;
    if (path === "/") return goTo(reply, consolePath);
    return sendProblem(reply, 404, "CONSOLE_ONLY", "This host name is the console's alone. The site has another one.");
  });
}

/** The address of a page of the console at its own host name, by the port that a request came to. */
export function toApartUrl({ host }: FastifyRequest, consoleHost: string, path: string): string {
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return `//${consoleHost}${port}${path}`;
}

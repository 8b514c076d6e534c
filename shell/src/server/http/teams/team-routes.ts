import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { toProblem } from "@site/contracts/errors";
import type { TokenList } from "../../access/token-list.ts";
import { createAuthorizer } from "./authorize.ts";
import { type ReadRoutesOptions, registerReads } from "./read-routes.ts";
import { sendRefusal, toStatus } from "./send-refusal.ts";

export interface TeamRoutesOptions extends ReadRoutesOptions {
  tokens: TokenList;
}

/** Requests of one address in a minute: a fetch of a whole set, file by file, is about 400. */
const readsAMinute = 2400;

/** Registers `/-/…`: what teams and operators read and do over HTTP. Every address needs a token. */
export async function registerTeams(server: FastifyInstance, { tokens, ...reads }: TeamRoutesOptions): Promise<void> {
  const { authorize } = createAuthorizer(tokens);
  await server.register(async (teams) => {
    teams.setErrorHandler((error, request, reply) => {
      // Errors of the framework, such as a rate limit, have a status of their own.
      const own = typeof error === "object" && error !== null && "statusCode" in error;
      if (own) throw error;
      if (toStatus(error) >= 500)
        teams.log.error({ path: request.url, problem: toProblem(error) }, "a request of a team failed");
      return sendRefusal(reply, error);
    });
    await teams.register(rateLimit, { max: readsAMinute, timeWindow: "1 minute" });
    registerReads(teams, { ...reads, onRequest: (request) => authorize(request, "viewer") });
  });
}

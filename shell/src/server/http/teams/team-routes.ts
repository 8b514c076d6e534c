import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { AccessRole } from "../../access/access-token.ts";
import type { TokenList } from "../../access/token-list.ts";
import { createLimitKey } from "../answers/limit-key.ts";
import { createAuthorizer, type TokenHook } from "./authorize.ts";
import { type ReadRoutesOptions, registerReads } from "./read-routes.ts";
import { sendRefusal, toStatus } from "./send-refusal.ts";
import { registerUploads, type UploadRoutesOptions } from "./upload-routes.ts";

export interface TeamRoutesOptions extends ReadRoutesOptions, UploadRoutesOptions {
  tokens: TokenList;
}

/** Requests with one token, or from one address without a token, in a minute: a fetch of a whole set, file by file, is about 400. */
const readsAMinute = 2400;

/** Entries of the log of uploads in one response. */
const auditEntries = 200;

/** Registers `/-/…`: the HTTP API for teams and operators. Every address needs a token. */
export async function registerTeams(server: FastifyInstance, options: TeamRoutesOptions): Promise<void> {
  const { authorize } = createAuthorizer(options.tokens);
  const toHook =
    (needed: AccessRole): TokenHook =>
    async (request) => {
      await authorize(request, needed);
    };
  await server.register(async (teams) => {
    teams.setErrorHandler((error, request, reply) => {
      // Errors of the framework, such as a rate limit, have a status of their own.
      if (typeof error === "object" && error !== null && "statusCode" in error) throw error;
      const status = toStatus(error);
      return sendRefusal(reply, error, status >= 500 ? options.failedRequests.note(request, status, error) : undefined);
    });
    await teams.register(rateLimit, {
      max: readsAMinute,
      timeWindow: "1 minute",
      keyGenerator: createLimitKey(async (request) => (await authorize(request, "viewer")).id),
    });
    registerReads(teams, { ...options, preParsing: toHook("viewer") });
    registerUploads(teams, { ...options, authorize: (request) => authorize(request, "team") });
    teams.get("/-/audit", { preParsing: toHook("operator") }, async (_request, reply) =>
      reply.header("cache-control", "no-store").send({ entries: await options.audit.last(auditEntries) }),
    );
  });
}

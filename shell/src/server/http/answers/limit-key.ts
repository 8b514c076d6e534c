import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/**
 * The key of a rate limit: requests with one valid token or session are counted together, others by their address. Behind a proxy that
 * `TRUSTED_PROXIES` does not name, all clients have one address: there, requests without a token would use up the limit of teams and operators.
 * @param findId the id of the token or session; undefined or an error when the request has no valid one
 */
export function createLimitKey(
  findId: (request: FastifyRequest) => Promise<string | undefined>,
): (request: FastifyRequest) => Promise<string> {
  return async (request) => {
    const id = await findId(request).catch(() => undefined);
    return id === undefined ? normalizeIP(request.ip) : `id ${id}`;
  };
}

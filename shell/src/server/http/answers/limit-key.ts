import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/**
 * Says which requests a limit counts together: those under one token or session that counts, else those of one address. Behind a proxy that
 * `TRUSTED_PROXIES` does not name, all clients have one address: requests without a token would use up what teams and operators may ask.
 * @param findId the id of the token or session; undefined or an error when the request has none that counts
 */
export function createLimitKey(
  findId: (request: FastifyRequest) => Promise<string | undefined>,
): (request: FastifyRequest) => Promise<string> {
  return async (request) => {
    const id = await findId(request).catch(() => undefined);
    return id === undefined ? normalizeIP(request.ip) : `id ${id}`;
  };
}

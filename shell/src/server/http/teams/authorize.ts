import type { FastifyRequest } from "fastify";
import { SiteError } from "@site/contracts/errors";
import { type AccessRole, accessRoles } from "../../access/access-token.ts";
import type { ListedToken, TokenList } from "../../access/token-list.ts";

/** Identifies the sender of a request. */
export interface Authorizer {
  /**
   * The token of a request, when it has at least this role.
   * @throws SiteError `TOKEN_MISSING`, `TOKEN_UNKNOWN`, `TOKEN_EXPIRED`, `TOKEN_REVOKED`, `TOKEN_ROLE_LOW`
   */
  authorize(request: FastifyRequest, needed: AccessRole): Promise<ListedToken>;
}

export function createAuthorizer(tokens: TokenList, now: () => Date = () => new Date()): Authorizer {
  return {
    async authorize({ headers }, needed) {
      const text = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(headers.authorization ?? "")?.[1];
      if (text === undefined) throw new SiteError("TOKEN_MISSING", {});
      const token = await tokens.find(text, now());
      if (accessRoles.indexOf(token.role) < accessRoles.indexOf(needed))
        throw new SiteError("TOKEN_ROLE_LOW", {
          id: token.id,
          role: token.role,
          needed: needed === "operator" ? "an operator" : `a ${needed}`,
        });
      return token;
    },
  };
}

/**
 * Requires a token before a body is read, and after the rate limit. That limit is the last `onRequest` hook of a route, so no limit counts requests
 * that another `onRequest` hook of the route refuses.
 */
export type TokenHook = (request: FastifyRequest) => Promise<void>;

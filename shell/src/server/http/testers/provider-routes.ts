import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSiteError } from "@site/contracts/errors";
import { callbackPath, type Person } from "../../access/identity-provider.ts";
import { pendingCookie, type ProviderSignIn } from "../../testers/provider-sign-in.ts";
import type { Sessions } from "../../testers/session.ts";
import { isApart } from "../answers/is-apart.ts";
import { toStatus } from "../teams/send-refusal.ts";
import { goTo, removal, sendPage, toSitePath } from "./tester-answers.ts";
import { providerPath } from "./tester-pages.ts";

export interface ProviderRoutesOptions {
  provider: ProviderSignIn;
  sessions: Pick<Sessions, "startFor">;
  /** The console's own host name. */
  consoleHost?: string | undefined;
  note(action: "sign-in", person: Person): Promise<void>;
}

/** Registers the sign-in at a provider of OpenID Connect: the redirect to it, and the callback. */
export function registerProvider(
  testers: FastifyInstance,
  { provider, sessions, consoleHost, note }: ProviderRoutesOptions,
): void {
  /** The configured host name to which the provider redirects: one of two, never a name from the request itself. */
  const toHost = (request: FastifyRequest): string | undefined =>
    isApart(request, consoleHost) ? consoleHost : undefined;

  testers.get<{ Querystring: { to?: unknown } }>(providerPath, async (request, reply) => {
    const to = toSitePath(request.query.to);
    try {
      const { url, cookie } = await provider.begin(to, toHost(request));
      return goTo(reply.header("set-cookie", cookie), url);
    } catch (error) {
      if (!isSiteError(error)) throw error;
      request.log.error({ problem: error.message }, "a sign-in cannot be begun");
      return sendPage(reply.code(503), { kind: "sign-in", to, hasProvider: true, problem: error.message });
    }
  });

  testers.get(callbackPath, async (request, reply) => {
    try {
      const [, query = ""] = request.url.split("?");
      const { person, to } = await provider.finish(`?${query}`, request.headers.cookie, toHost(request));
      await note("sign-in", person);
      const { cookie } = await sessions.startFor(person);
      return goTo(reply.header("set-cookie", [cookie, removal(pendingCookie)]), toSitePath(to));
    } catch (error) {
      if (!isSiteError(error)) throw error;
      // The cookie stays for its ten minutes: it may be of another tab with a pending sign-in. It can be used for one sign-in only.
      request.log.warn({ problem: error.message }, "a sign-in was refused");
      return sendPage(reply.code(toStatus(error)), {
        kind: "sign-in",
        to: toSitePath(await provider.readTo(request.headers.cookie)),
        hasProvider: true,
        problem: error.message,
      });
    }
  });
}

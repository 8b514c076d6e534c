import type { LightMyRequestResponse } from "fastify";
import { type AccessRole, createToken } from "../access/access-token.ts";
import type { TokenList } from "../access/token-list.ts";
import type { UsedApp } from "./use-fixture-app.ts";

/** What a browser says of a form of this site's own pages. */
export const own = { "sec-fetch-site": "same-origin" };

/** What people who sign in send to a server. */
export interface TesterVisits {
  /** Sends a form, as a browser does from a page of this site unless told otherwise, each from another address: one address may send few. */
  post(
    url: string,
    fields: Record<string, string>,
    options?: { cookie?: string; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  makeToken(role?: AccessRole, days?: number): Promise<{ text: string; id: string }>;
  /** Signs in with a token, or one made for that. @returns the cookies of the session */
  signIn(token?: string): Promise<string>;
}

/** The cookies that an answer sets, as the next request sends them. */
export const toCookies = ({ cookies }: LightMyRequestResponse): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** Reads the page that a form led to; the answer itself when it leads nowhere. */
export async function readNext(
  { app }: Pick<UsedApp, "app">,
  answer: LightMyRequestResponse,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const { location } = answer.headers;
  return location === undefined ? answer : app().server.inject({ url: String(location), headers });
}

/** @param toOwner whose token of a role it is */
export function createTesterVisits(
  { app }: Pick<UsedApp, "app">,
  tokens: TokenList,
  toOwner = (role: AccessRole): string => `Robin the ${role}`,
): TesterVisits {
  let senders = 0;
  const visits: TesterVisits = {
    post: (url, fields, { cookie = "", headers = own } = {}) =>
      app().server.inject({
        method: "POST",
        url,
        remoteAddress: `198.51.${(senders += 1) >> 8}.${senders & 255}`,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie, ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    async makeToken(role = "viewer", days = 1) {
      const now = Date.now();
      const { text, token } = createToken({
        role,
        packages: [],
        owner: toOwner(role),
        made: new Date(now).toISOString(),
        expires: new Date(now + days * 86_400_000).toISOString(),
      });
      await tokens.add({ kind: "made", token, by: "a test" });
      return { text, id: token.id };
    },
    signIn: async (token) =>
      toCookies(await visits.post("/-/sign-in", { token: token ?? (await visits.makeToken()).text })),
  };
  return visits;
}

import { randomBytes } from "node:crypto";
import { SiteError } from "@site/contracts/errors";
import { escapePath } from "@site/contracts/site/safe-url";
import * as v from "valibot";
import type { IdentityProvider, Person } from "../access/identity-provider.ts";
import { findCookie, toCookie } from "./cookies.ts";
import { type EndedIds, idSchema } from "./ended-ids.ts";
import type { Seal } from "./seal.ts";

/** Milliseconds after which a pending sign-in at the provider expires. */
const pendingMs = 10 * 60_000;

export const pendingCookie = "__Host-sign-in";

/** A pending sign-in, as sealed in the cookie of the browser that began it. */
const pendingSchema = v.strictObject({
  kind: v.literal("sign-in"),
  id: idSchema,
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  /** The console's own host name, when the sign-in began there. */
  host: v.optional(v.string()),
  /** The page to return to afterwards. */
  to: v.string(),
  /** UTC, ISO 8601. */
  until: v.pipe(v.string(), v.isoTimestamp()),
});

/** Signs people in at a provider of OpenID Connect. */
export interface ProviderSignIn {
  /**
   * @param host the console's own host name, from the configuration, when the sign-in begins there; none at the site's
   * @returns the provider's address, and the cookie without which no other browser can finish the sign-in
   * @throws SiteError `PROVIDER_FAILED`
   */
  begin(to: string, host?: string): Promise<{ url: string; cookie: string }>;
  /**
   * Finishes, once, the sign-in that this browser began at the same host name.
   * @param query of the callback, with its question mark
   * @throws SiteError `SIGN_IN_REFUSED`, `ROLE_MISSING`, `PROVIDER_FAILED`
   */
  finish(query: string, cookies: string | undefined, host?: string): Promise<{ person: Person; to: string }>;
  /** The page to which this browser returns, also when the sign-in was refused; the home page when it has not begun one. */
  readTo(cookies: string | undefined): Promise<string>;
}

export interface ProviderSignInOptions {
  provider: IdentityProvider;
  seal: Seal;
  ended: EndedIds;
  now?: () => Date;
}

export function createProviderSignIn({
  provider,
  seal,
  ended,
  now = () => new Date(),
}: ProviderSignInOptions): ProviderSignIn {
  async function assertUnfinished(id: string): Promise<void> {
    if (await ended.has(id)) throw new SiteError("SIGN_IN_REFUSED", { problem: "it was finished before" });
  }

  async function readPending(cookies: string | undefined): Promise<v.InferOutput<typeof pendingSchema> | undefined> {
    const text = findCookie(cookies, pendingCookie);
    return text === undefined ? undefined : seal.open(pendingSchema, text);
  }

  return {
    async begin(to, host) {
      const { url, pending } = await provider.begin(host);
      const until = new Date(now().getTime() + pendingMs).toISOString();
      const address = escapePath(to);
      const sealed = await seal.close({
        kind: "sign-in",
        id: randomBytes(12).toString("hex"),
        ...pending,
        to: address.length <= maxToLength ? address : "/",
        until,
      });
      return { url, cookie: toCookie(pendingCookie, sealed, pendingMs / 1000) };
    },
    async finish(query, cookies, host) {
      const pending = await readPending(cookies);
      if (!pending || !(now() < new Date(pending.until)))
        throw new SiteError("SIGN_IN_REFUSED", {
          problem: "this browser has not begun it, or more than ten minutes ago",
        });
      if (pending.host !== host)
        throw new SiteError("SIGN_IN_REFUSED", { problem: "it was begun at another host name" });
      await assertUnfinished(pending.id);
      // Noted after the exchange: anyone can begin a sign-in and come back with a code that the provider refuses, which would make the log longer
      // each time.
      const person = await provider.finish(query, pending);
      await assertUnfinished(pending.id);
      await ended.add(pending.id, now());
      return { person, to: pending.to };
    },
    readTo: async (cookies) => (await readPending(cookies))?.to ?? "/",
  };
}

/** Maximum characters of the page to return to, as its address has them: browsers drop a cookie that is too long, and the sign-in could not end. */
const maxToLength = 1000;

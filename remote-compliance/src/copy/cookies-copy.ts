import type { SiteCookie } from "../site-cookies.ts";

/** The words of the cookie table in one language. */
export interface CookieWords {
  columns: readonly [name: string, purpose: string, lifetime: string];
  kinds: Record<SiteCookie["kind"], string>;
  cookies: Record<string, Pick<SiteCookie, "purpose" | "lifetime">>;
}

import { consentCookie } from "../site/cookie-names.ts";

/**
 * Whether the consent tool's cookie says that a group is refused, as `groups=C0001%3A1%2CC0002%3A0` says it of `C0002`. All tabs share the
 * cookie, and the tool of a tab does not hear what the visitor chooses in another one. Without the cookie nothing is refused.
 * @param cookies as in `document.cookie`
 */
export function isConsentRefused(group: string, cookies: string): boolean {
  const value = cookies.split("; ").find((cookie) => cookie.startsWith(`${consentCookie}=`)) ?? "";
  return value.replaceAll("%3A", ":").includes(`${group}:0`);
}

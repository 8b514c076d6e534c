import { originRule } from "@site/contracts/publishing/origin";

/**
 * Whether a text is the address of a service that is configured: a URL without user, password, query and hash, because what is appended to
 * it or logged of it would be wrong or secret otherwise.
 * @param protocols such as `https:`
 */
export function isServiceAddress(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return protocols.includes(protocol) && [username, password, search, hash].every((part) => part === "");
}

/** Whether a text is such an address by https, or by http on this machine. */
export function isSafeServiceAddress(value: string): boolean {
  if (isServiceAddress(value, ["https:"])) return true;
  return isServiceAddress(value, ["http:"]) && ["127.0.0.1", "[::1]", "localhost"].includes(new URL(value).hostname);
}

/** The sentence for a variable that is not the origin of a site: what is asked of a site is asked at its root, so a path would be left out. */
export const toOriginProblem = (name: string): string => `${name} is ${originRule}: https, or http on this machine`;

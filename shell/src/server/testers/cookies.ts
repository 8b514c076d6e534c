/** Sets a cookie for this host alone: scripts cannot read it, and forms of other sites do not send it. */
export function toCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; Secure; HttpOnly`;
}

/** The value of a cookie; undefined when it is missing, or named twice. */
export function findCookie(cookies: string | undefined, name: string): string | undefined {
  const found = (cookies ?? "").split(/; ?/).filter((one) => one.startsWith(`${name}=`));
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
}

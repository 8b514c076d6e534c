/** The format of an origin, for the sentence that refuses another text. */
export const originRule = "an origin such as https://www.site.example, without a path";

/**
 * The origin that a text is, with or without a slash at its end. Undefined for an address that is not http(s), such as `localhost:3000`, whose scheme is
 * `localhost`, and for one with a path, a query or a user, which would be left out.
 */
export function toOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isHttp = url?.protocol === "https:" || url?.protocol === "http:";
  return isHttp && url.href === `${url.origin}/` ? url.origin : undefined;
}

/** Whether a text is an origin by https, or by http on this machine: a token, or an answer about a person, is sent there. */
export function isSafeOrigin(text: string): boolean {
  const url = URL.parse(toOrigin(text) ?? "");
  return url?.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
}

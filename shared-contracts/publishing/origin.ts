/** The format of an origin, for the sentence that refuses another text. */
export const originRule = "an origin such as https://www.site.example.";

/** The origin of an address; undefined for an address that is not http(s), such as `localhost:3000`, whose scheme is `localhost`. */
export function toOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.origin : undefined;
}

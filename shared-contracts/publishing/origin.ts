/** What a running site or server is named by, for the sentence that refuses anything else. */
export const originRule = "an origin such as https://www.site.example.";

/** The origin of an address; undefined for what is none of the web, as `localhost:3000` is, whose scheme is `localhost`. */
export function toOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.origin : undefined;
}

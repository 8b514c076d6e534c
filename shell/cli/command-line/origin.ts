/** What a running site or server is named by, for the sentence that refuses anything else. */
export const originRule = "an origin such as https://www.site.example.";

/** The origin of an address; undefined for what is none of the web. */
export function toOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.origin : undefined;
}

/**
 * Reads the option `--against` of a development server.
 * @throws Error for what is no address
 */
export function readAgainst(text: string): string {
  const origin = toOrigin(text);
  if (origin !== undefined) return origin;
  throw new Error(`--against ${text} is no address of a site. It is ${originRule}`);
}

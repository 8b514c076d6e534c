import { type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

export interface HostAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HostQuestion {
  headers?: Record<string, string>;
  /** A form; without one it is a GET. */
  form?: Record<string, string>;
}

/** Asks a proxy at an address for a page of a host name, which `fetch` cannot do. Follows no redirect. */
export async function askHost(
  origin: string,
  host: string,
  path: string,
  { headers = {}, form }: HostQuestion = {},
): Promise<HostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HostAnswer>();
  const sent = request(
    `${origin}${path}`,
    {
      method: form ? "POST" : "GET",
      headers: { host, ...(form && { "content-type": "application/x-www-form-urlencoded" }), ...headers },
    },
    (response) =>
      text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject),
  );
  sent.once("error", reject);
  sent.end(form && new URLSearchParams(form).toString());
  return promise;
}

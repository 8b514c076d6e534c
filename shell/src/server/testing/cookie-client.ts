import { type HostAnswer, type HostQuestion, askHost } from "./ask-host.ts";

/** What a client has in front of it after it opened an address and followed where that led. */
export interface OpenedPage extends HostAnswer {
  url: URL;
  /** The addresses that led there, without their queries. */
  led: string[];
}

/** A client that keeps cookies for each host name, and follows redirects, as a browser does. */
export interface CookieClient {
  open(address: string, question?: HostQuestion): Promise<OpenedPage>;
  /** The names of the cookies that it keeps for a host name. */
  cookies(host: string): string[];
}

/** Redirects that a browser follows. */
const maxRedirects = 20;

/** @param toOrigin where a host name is asked for, such as a proxy that ends TLS */
export function createCookieClient(toOrigin: (url: URL) => string): CookieClient {
  const kept = new Map<string, Map<string, string>>();
  const keptFor = (host: string): Map<string, string> => {
    const found = kept.get(host) ?? new Map<string, string>();
    kept.set(host, found);
    return found;
  };

  function keep(host: string, line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    const isOfHost = attributes.includes("Path=/") && !attributes.some((one) => one.startsWith("Domain="));
    if (name.startsWith("__Host-") && !(isOfHost && attributes.includes("Secure")))
      throw new Error(`A browser does not keep this cookie: ${line}`);
    if (attributes.includes("Max-Age=0")) keptFor(host).delete(name);
    else keptFor(host).set(name, value);
  }

  async function open(address: string, question: HostQuestion = {}, led: readonly string[] = []): Promise<OpenedPage> {
    const url = new URL(address);
    const cookie = [...keptFor(url.host)].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await askHost(toOrigin(url), url.host, `${url.pathname}${url.search}`, {
      ...question,
      headers: { ...(cookie && { cookie }), ...question.headers },
    });
    for (const line of answer.headers["set-cookie"] ?? []) keep(url.host, line);
    const { location } = answer.headers;
    const through = [...led, `${url.origin}${url.pathname}`];
    if (location === undefined) return { ...answer, url, led: through };
    if (through.length > maxRedirects) throw new Error(`This leads on without an end: ${through.join(" ")}`);
    return open(new URL(location, url).href, { ...(question.headers && { headers: question.headers }) }, through);
  }

  return { open: (address, question) => open(address, question), cookies: (host) => [...keptFor(host).keys()] };
}

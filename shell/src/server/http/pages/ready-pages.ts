import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { FindRoute } from "../../../layout/index-routes.ts";
import type { LiveSite } from "../../live/live-site.ts";
import type { Metrics } from "../../live/metrics.ts";
import { pickSet } from "../../live/pick-set.ts";
import { toEncoding } from "../../pages/encoded-page.ts";
import type { LivePage, SiteState } from "../../pages/site-state.ts";
import { inertHeaders } from "../../policies/response-headers.ts";
import { testerCookies } from "../../testers/session.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";
import type { CountedRequests } from "../connections/connections.ts";
import { createPageFinder, type PageRequest } from "./find-page.ts";
import { listFrames, toCacheHeaders, toPageHeaders } from "./page-headers.ts";
import { pickEncoding } from "../answers/pick-encoding.ts";

export interface ReadyPagesOptions {
  site: SiteConfig;
  live: LiveSite;
  metrics: Pick<Metrics, "pages">;
  visitors: VisitorReader;
  trustedProxies: readonly string[];
  /** The host name at which there are no pages. */
  consoleHost: string | undefined;
  connections: Pick<CountedRequests, "begin" | "end">;
}

/** The headers of a page as Node takes them, names and values in turns, for one body and one build. */
interface ReadyHeaders {
  body: Buffer;
  build: string;
  lines: string[];
}

/** The cached facts of a page: each page has one path and one country rule. */
interface KnownPage {
  /** The routes by which its path was found not to be a redirect. */
  findRoute: FindRoute | undefined;
  /** The headers for each encoding, for the visitor alone and for a shared cache. */
  headers: Map<string, ReadyHeaders>;
}

/**
 * The visitor of a request. It is a class, because its getter is defined once: for an object literal with a getter V8 makes a hidden class for each request,
 * and keeps it in the old generation.
 */
class Visitor implements PageRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: IncomingMessage["socket"];
  readonly #request: IncomingMessage;
  readonly #isProxy: ReturnType<typeof proxyAddress.compile>;

  constructor(request: IncomingMessage, isProxy: ReturnType<typeof proxyAddress.compile>) {
    this.headers = request.headers;
    this.socket = request.socket;
    this.#request = request;
    this.#isProxy = isProxy;
  }

  get ip(): string {
    return proxyAddress(this.#request, this.#isProxy);
  }
}

/** A page whose body exists in the requested encoding. */
interface ReadyPage {
  status: number;
  lines: string[];
  body: Buffer;
}

/**
 * A fast path for the usual request for a page. It sends the same bytes as `page-routes.ts` without the work of Fastify for each request, which is a third
 * of the processor time of a page. The routes answer every other request: with a query, a tester's cookie or `If-None-Match`, for a path that
 * is redirected or unknown, over HTTP/2, on a site with several languages.
 * @returns a function that returns true when it has answered the request
 */
export function createReadyPages({
  site,
  live,
  metrics,
  visitors,
  trustedProxies,
  consoleHost,
  connections,
}: ReadyPagesOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (site.locales.length > 1) return () => false;
  const code = site.defaultLocale;
  const find = createPageFinder({ site, live, visitors });
  const frames = listFrames(site, "");
  const isProxy = proxyAddress.compile([...trustedProxies]);
  const pageCounts = new Map<number, ReturnType<Metrics["pages"]["labels"]>>();
  const knownPages = new WeakMap<LivePage, KnownPage>();

  function toLines(page: LivePage, encoding: string, body: Buffer, isShared: boolean, build: string): string[] {
    const { "x-frame-options": frameOptions, ...inert } = inertHeaders;
    return Object.entries({
      ...inert,
      ...(frames.length === 0 && { "x-frame-options": frameOptions }),
      ...toPageHeaders(page, { query: "", frames, build }),
      ...toCacheHeaders(isShared),
      etag: page.document.etag,
      ...(encoding !== "identity" && { "content-encoding": encoding }),
      "content-length": String(body.length),
    }).flat();
  }

  function toKnown(page: LivePage): KnownPage {
    const known = knownPages.get(page) ?? { findRoute: undefined, headers: new Map<string, ReadyHeaders>() };
    knownPages.set(page, known);
    return known;
  }

  /** The page at the path of a URL, if that path is no redirect. Rules and routes are evaluated once for each page, because a page has only one path. */
  function findPage(visitor: PageRequest, url: string, state: SiteState | undefined): LivePage | undefined {
    const rule = visitors.pickRule(visitor);
    const page = rule === "denied" ? undefined : live.findPage({ page: url, locale: code, rule }, state);
    if (!page || !state) return undefined;
    const known = toKnown(page);
    const { findRoute } = state.index;
    if (known.findRoute !== findRoute && find(visitor, url, state) === page) known.findRoute = findRoute;
    return known.findRoute === findRoute ? page : undefined;
  }

  function findLines(page: LivePage, encoding: string, body: Buffer, isShared: boolean): string[] {
    const known = toKnown(page).headers;
    const key = isShared ? `${encoding} shared` : encoding;
    const kept = known.get(key);
    const { build = "" } = live.state() ?? {};
    // The body of a page changes when it is compressed again, and its build changes with other pages.
    if (kept?.body === body && kept.build === build) return kept.lines;
    const lines = toLines(page, encoding, body, isShared, build);
    known.set(key, { body, build, lines });
    return lines;
  }

  function findReady(request: IncomingMessage): ReadyPage | undefined {
    const { headers, url = "" } = request;
    if (!isUsual(request) || isOfConsole(headers, consoleHost)) return undefined;
    const visitor = new Visitor(request, isProxy);
    const { state, channel } = pickSet(live, { headers, overridden: undefined });
    const page = findPage(visitor, url, state);
    if (!page) return undefined;
    const encoding = pickEncoding(headers["accept-encoding"]);
    const body = toEncoding(page.document, encoding);
    // The encoding does not exist yet: the route makes it, and reports a failure.
    if (body instanceof Promise) {
      body.catch(() => undefined);
      return undefined;
    }
    return { status: page.status, body, lines: findLines(page, encoding, body, visitors.isShared(visitor, channel)) };
  }

  function countPage(status: number): void {
    const count = pageCounts.get(status) ?? metrics.pages.labels({ status });
    pageCounts.set(status, count);
    count.inc();
  }

  return (request, response) => {
    let ready: ReadyPage | undefined;
    try {
      ready = findReady(request);
    } catch {
      // The route meets the same error, and logs it.
    }
    if (!ready) return false;
    const { socket } = request;
    countPage(ready.status);
    connections.begin(socket);
    // After `finish`, because Node sets the idle timeout of the connection before it.
    response.on("close", () => connections.end(socket));
    response.writeHead(200, ready.lines).end(ready.body);
    return true;
  };
}

function isUsual({ method, httpVersion, headers, url = "?" }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    httpVersion === "1.1" &&
    !url.includes("?") &&
    headers["if-none-match"] === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    !isTester(headers)
  );
}

function isTester({ cookie }: IncomingHttpHeaders): boolean {
  return cookie !== undefined && testerCookies.some((name) => cookie.includes(name));
}

/** Whether a request may be to the console's own host name, by any header that could say so. */
function isOfConsole(headers: IncomingHttpHeaders, consoleHost: string | undefined): boolean {
  return (
    consoleHost !== undefined &&
    `${headers.host} ${String(headers["x-forwarded-host"])}`.toLowerCase().includes(consoleHost)
  );
}

import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseLocalizedPath } from "@site/contracts/locale/locale";
import { isSitePath } from "@site/contracts/site/safe-url";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { toEmbeddingClass } from "../../layout/embedding-class.ts";
import { matchIndexed } from "../../layout/index-routes.ts";
import { findRuledTarget, isDocumentOnly } from "../../layout/route-rules.ts";
import type { LiveSite } from "../live/live-site.ts";
import { readChosenLocale } from "../locale/chosen-locale.ts";
import { findLocaleSwitch } from "../locale/locale-switch.ts";
import { dependsOnVisitor, type LocaleRedirect, localeVary, toLocaleRedirect } from "../locale/locale-redirect.ts";
import type { Metrics } from "../live/metrics.ts";
import { type EncodedBody, readText, toEncoding } from "../pages/encoded-page.ts";
import { toFramedPolicy } from "../policies/page-policy.ts";
import { toReportingHeader } from "../policies/response-headers.ts";
import { escapeHtml } from "../pages/remote-text.ts";
import { errorMark, type ErrorStatus, pathMark, toErrorPage } from "../pages/page-plan.ts";
import { markPayload } from "../testers/mark-payload.ts";
import { toPageTemplate } from "../pages/page-template.ts";
import type { LivePage, SiteState } from "../pages/site-state.ts";
import { pickSet } from "../live/pick-set.ts";
import { type VisitorChannel, variantHeader } from "../visitor/site-variant.ts";
import type { VisitorReader } from "../visitor/visitor-reader.ts";
import { isFresh } from "./is-fresh.ts";
import type { FailedRequests } from "./failed-requests.ts";
import { nameSet, sendMarked } from "./send-marked.ts";
import { createEncodingPicker, pickEncoding } from "./pick-encoding.ts";
import { sendProblem } from "./problem.ts";

export interface PageAnswers {
  /** Answers a path of the site: its page, a redirect to its canonical form, or 404. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
  /** Answers `{path}/_payload.json`: the page as data. */
  answerPayload(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
  /**
   * Answers with the page of an error, which names the path that was asked for.
   * @param errorId of a failure, by which operators find its line in the log
   */
  answerError(request: FastifyRequest, reply: FastifyReply, status: ErrorStatus, errorId?: string): FastifyReply;
}

export interface PageAnswerOptions {
  site: SiteConfig;
  live: LiveSite;
  metrics: Metrics;
  visitors: VisitorReader;
  failedRequests: Pick<FailedRequests, "note">;
}

/** Answers pages by looking them up among the live ones; error pages are templates that get the path. */
export function createPageAnswers({ site, live, metrics, visitors, failedRequests }: PageAnswerOptions): PageAnswers {
  function answerError(
    request: FastifyRequest,
    reply: FastifyReply,
    status: ErrorStatus,
    errorId?: string,
  ): FastifyReply {
    const rule = visitors.pickRule(request);
    const locale = parseLocalizedPath(site, toPath(request)).locale ?? site.defaultLocale;
    // A denied visitor gets the error page of `blocked`, which offers no download.
    const { state } = pickSet(live, request);
    const page = live.findPage(
      { page: toErrorPage(status), locale, rule: rule === "denied" ? "blocked" : rule },
      state,
    );
    metrics.pages.inc({ status });
    if (!page)
      return reply
        .code(503)
        .header("retry-after", "1")
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send(
          `The site is starting. Error code: ${errorId ?? failedRequests.note(request, 503, "no set is live yet")}`,
        );
    setPageHeaders(request, reply, page);
    reply.code(status).header("cache-control", "no-store");
    const words = { [pathMark]: escapeHtml(toPath(request)), [errorMark]: errorId ?? "" };
    if (request.overridden)
      return sendMarked(nameSet(request.overridden, reply), request.overridden, readText(page.document), words);
    const template = toPageTemplate(page.document);
    if (pickTemplateEncoding(request.headers["accept-encoding"]) !== "gzip")
      return sendPieces(reply, template.fillPlain(words));
    return sendPieces(reply.header("content-encoding", "gzip"), template.fillGzip(words));
  }

  /** Sets the policies of a page. The query parameter `clean` picks the one without consent and analytics; the body is the same. */
  function setPageHeaders(
    request: FastifyRequest,
    reply: FastifyReply,
    { policies }: LivePage,
    frames: readonly string[] = [],
  ): void {
    const isClean = request.url.includes("clean") && new URLSearchParams(request.url.split("?")[1]).has("clean");
    const policy = isClean ? policies.clean : policies.usual;
    if (frames.length > 0) reply.removeHeader("x-frame-options");
    reply
      .headers(frames.length > 0 ? toFramedPolicy(policy, frames) : policy)
      .headers(toReportingHeader(live.state()?.build ?? ""))
      .type("text/html; charset=utf-8");
  }

  /** The page of a path for this visitor, or how else the path is to be answered. */
  function find(
    request: FastifyRequest,
    path: string,
    state: SiteState | undefined,
  ): LivePage | "denied" | { redirect: string; permanent: boolean } | undefined {
    const ruled = findRuledTarget(site, site.routeRules ?? {}, path);
    if (ruled !== undefined) return { redirect: ruled, permanent: false };
    const findRoute = state?.index.findRoute ?? (() => undefined);
    const match = matchIndexed(findRoute, site, path, readChosenLocale(site, request.headers.cookie));
    if (match.kind === "redirect") return { redirect: match.path, permanent: match.permanent };
    const rule = visitors.pickRule(request);
    if (rule === "denied") return "denied";
    return match.kind === "page" ? live.findPage({ page: path, locale: match.locale, rule }, state) : undefined;
  }

  /**
   * Sets who may cache a page: the visitor's browser, or, when a reverse proxy caches pages by variant and asked for this one, also that
   * proxy for `sharedLife` seconds. A page whose language depends on the visitor is never shared.
   */
  function keepAs(request: FastifyRequest, reply: FastifyReply, channel: VisitorChannel, dependsOn = ""): FastifyReply {
    if (request.overridden)
      return nameSet(request.overridden, reply).header("cache-control", "private, no-store").header("vary", "Cookie");
    return dependsOn === "" && visitors.isShared(request, channel)
      ? reply
          .header("cache-control", `public, max-age=0, s-maxage=${sharedLife}`)
          .header("vary", `Accept-Encoding, ${variantHeader}`)
      : reply
          .header("cache-control", "private, no-cache")
          .header("vary", dependsOn === "" ? "Accept-Encoding" : `Accept-Encoding, ${dependsOn}`);
  }

  return {
    answerError,
    answer(request, reply) {
      const path = toPath(request);
      const arrival = toLocaleRedirect(site, path, request.headers);
      if (arrival) return redirectToLocale(request, reply, arrival);
      const { state, channel } = pickSet(live, request);
      const found = find(request, path, state);
      if (found === undefined) return answerError(request, reply, 404);
      if (found === "denied") return answerError(request, reply, 403);
      if ("redirect" in found) {
        // A redirect to another site does not carry the query.
        const query = isSitePath(found.redirect) ? request.url.slice(path.length) : "";
        // A temporary redirect may depend on the locale in the visitor's cookie.
        if (!found.permanent) reply.header("vary", "Cookie");
        return reply
          .code(found.permanent ? 301 : 302)
          .header("cache-control", found.permanent ? "no-cache" : "no-store")
          .header("location", `${found.redirect}${query}`)
          .send();
      }
      setPageHeaders(request, reply, found, listFrames(site, request));
      metrics.pages.inc({ status: found.status });
      const switched = findLocaleSwitch(site, path, request.headers);
      if (switched !== undefined) reply.header("set-cookie", switched);
      const dependsOn = [
        ...(dependsOnVisitor(site, path) ? [localeVary] : []),
        ...(switched === undefined ? [] : ["Referer"]),
      ].join(", ");
      keepAs(request, reply, channel, dependsOn);
      return request.overridden
        ? sendMarked(reply, request.overridden, readText(found.document))
        : sendBody(request, reply, found.document);
    },
    answerPayload(request, reply) {
      const path = toPath(request).slice(0, -payloadFile.length);
      const { state, channel } = pickSet(live, request);
      const found = find(request, path, state);
      const isElsewhere = found === undefined || found === "denied" || "redirect" in found;
      if (isElsewhere || isDocumentOnly(site, site.routeRules ?? {}, path)) {
        return sendProblem(
          reply,
          found === "denied" ? 403 : 404,
          "PAGE_UNKNOWN",
          "There is no page data at this address.",
        );
      }
      keepAs(request, reply, channel).type("application/json; charset=utf-8");
      return request.overridden
        ? reply.send(markPayload(readText(found.payload), request.overridden, site))
        : sendBody(request, reply, found.payload);
    },
  };
}

/** A template that is filled per request can be sent in gzip or plain, in no other encoding. */
const pickTemplateEncoding = createEncodingPicker(["gzip"]);

/** Seconds for which a reverse proxy may answer with a page before it revalidates. A browser always revalidates. */
const sharedLife = 10;

/** The last part of a page's address as data (B191). */
const payloadFile = "_payload.json";

/** Registers the pages of the site: every path without a route of its own. */
export function registerPages(app: FastifyInstance, pages: PageAnswers): void {
  app.get("/*", (request, reply) =>
    toPath(request).endsWith(`/${payloadFile}`) ? pages.answerPayload(request, reply) : pages.answer(request, reply),
  );
}

/** Redirects from the root to a language (B031, B032). Never cached: the language depends on the visitor. */
function redirectToLocale(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, cookie }: LocaleRedirect,
): FastifyReply {
  if (cookie !== undefined) reply.header("set-cookie", cookie);
  return reply
    .code(302)
    .header("cache-control", "private, no-store")
    .header("vary", localeVary)
    .header("location", `${path}${request.url.slice(1)}`)
    .send();
}

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
): FastifyReply | Promise<FastifyReply> {
  reply.header("etag", body.etag);
  if (isFresh(request.headers["if-none-match"], body.etag)) return reply.code(304).send();
  const encoding = pickEncoding(request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const bytes = toEncoding(body, encoding);
  // An encoding that was made before is sent synchronously.
  return bytes instanceof Promise ? bytes.then((late) => reply.code(200).send(late)) : reply.code(200).send(bytes);
}

/** Sends a body in pieces, without a copy of them for each request. */
function sendPieces(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  return reply
    .header(
      "content-length",
      pieces.reduce((sum, { length }) => sum + length, 0),
    )
    .send(Readable.from(pieces, { objectMode: false }));
}

/** The origins that may frame a page: the configured clients, when its address says that it is embedded (B210). */
function listFrames({ embeddingOrigins = [], isNsus }: SiteConfig, request: FastifyRequest): string[] {
  const [, query] = request.url.split("?");
  if (embeddingOrigins.length === 0 || toEmbeddingClass(new URLSearchParams(query), isNsus ? "all" : "") === "")
    return [];
  return embeddingOrigins.map((url) => new URL(url).origin);
}

/** The path as it was asked for, without the query. */
export function toPath(request: FastifyRequest): string {
  const [path = "/"] = request.url.split("?");
  return path;
}

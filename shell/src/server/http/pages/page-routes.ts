import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { isDocumentOnly } from "../../../layout/route-rules.ts";
import { toRenderTimes } from "../../pages/fragment-ref.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { findLocaleSwitch } from "../../locale/locale-switch.ts";
import { dependsOnVisitor, type LocaleRedirect, localeVary, toLocaleRedirect } from "../../locale/locale-redirect.ts";
import type { Metrics } from "../../live/metrics.ts";
import { type EncodedBody, readText, toEncoding } from "../../pages/encoded-page.ts";
import { escapeHtml } from "../../pages/remote-text.ts";
import { errorMark, type ErrorStatus, pathMark, toErrorPage } from "../../pages/page-plan.ts";
import { markPayload } from "../../testers/mark-payload.ts";
import { toPageTemplate } from "../../pages/page-template.ts";
import type { LivePage } from "../../pages/site-state.ts";
import { pickSet } from "../../live/pick-set.ts";
import { toLocation } from "./to-location.ts";
import type { VisitorChannel } from "../../visitor/site-variant.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";
import { createPageFinder } from "./find-page.ts";
import { isFresh } from "../answers/is-fresh.ts";
import type { FailedRequests } from "../answers/failed-requests.ts";
import { listFrames, toCacheHeaders, toPageHeaders } from "./page-headers.ts";
import { nameSet, sendMarked } from "../answers/send-marked.ts";
import { createEncodingPicker, pickEncoding } from "../answers/pick-encoding.ts";
import { sendProblem } from "../answers/problem.ts";

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
  const find = createPageFinder({ site, live, visitors });

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
      return sendMarked(
        nameSet(request.overridden, reply),
        { html: readText(page.document), overridden: request.overridden, times: toRenderTimes(page.fragments) },
        words,
      );
    const template = toPageTemplate(page.document);
    if (pickTemplateEncoding(request.headers["accept-encoding"]) !== "gzip")
      return sendPieces(reply, template.fillPlain(words));
    return sendPieces(reply.header("content-encoding", "gzip"), template.fillGzip(words));
  }

  function setPageHeaders(
    request: FastifyRequest,
    reply: FastifyReply,
    page: LivePage,
    frames: readonly string[] = [],
  ): void {
    if (frames.length > 0) reply.removeHeader("x-frame-options");
    reply.headers(toPageHeaders(page, { query: toQuery(request), frames, build: live.state()?.build ?? "" }));
  }

  /** Sets who may cache a page. */
  function keepAs(request: FastifyRequest, reply: FastifyReply, channel: VisitorChannel, dependsOn = ""): FastifyReply {
    if (request.overridden)
      return nameSet(request.overridden, reply).header("cache-control", "private, no-store").header("vary", "Cookie");
    return reply.headers(toCacheHeaders(visitors.isShared(request, channel), dependsOn));
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
        // A temporary redirect may depend on the locale in the visitor's cookie.
        if (!found.permanent) reply.header("vary", "Cookie");
        return reply
          .code(found.permanent ? 301 : 302)
          .header("cache-control", found.permanent ? "no-cache" : "no-store")
          .header("location", toLocation(found.redirect, request.url.slice(path.length), site.url))
          .send();
      }
      setPageHeaders(request, reply, found, listFrames(site, toQuery(request)));
      metrics.pages.inc({ status: found.status });
      const switched = findLocaleSwitch(site, path, request.headers);
      if (switched !== undefined) reply.header("set-cookie", switched);
      const dependsOn = [
        ...(dependsOnVisitor(site, path) ? [localeVary] : []),
        ...(switched === undefined ? [] : ["Referer"]),
      ].join(", ");
      keepAs(request, reply, channel, dependsOn);
      return request.overridden
        ? sendMarked(reply, {
            html: readText(found.document),
            overridden: request.overridden,
            times: toRenderTimes(found.fragments),
          })
        : sendBody(request, reply, found.document);
    },
    answerPayload(request, reply) {
      const path = toPath(request).slice(0, -payloadFile.length);
      const { state, channel } = pickSet(live, request);
      if (!state) return sendProblem(reply.header("retry-after", "1"), 503, "SITE_STARTING", "The site is starting.");
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
        ? reply.send(markPayload(readText(found.payload), request.overridden, toRenderTimes(found.fragments), site))
        : sendBody(request, reply, found.payload);
    },
  };
}

/** A template that is filled per request can be sent in gzip or plain, in no other encoding. */
const pickTemplateEncoding = createEncodingPicker(["gzip"]);

/** The last part of a page's address as data (B191). */
const payloadFile = "_payload.json";

/** The route of pages and of pages as data: every path without a route of its own. */
export const pagesRoute = "/*";

/** Registers the pages of the site. */
export function registerPages(app: FastifyInstance, pages: PageAnswers): void {
  app.get(pagesRoute, (request, reply) =>
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

/** The path as it was asked for, without the query. */
export function toPath(request: FastifyRequest): string {
  const [path = "/"] = request.url.split("?");
  return path;
}

/** The query as it was asked for, without its question mark. */
function toQuery({ url }: FastifyRequest): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CountryRule } from "@site/contracts/country-rule";
import type { SiteConfig } from "@site/contracts/site-config";
import { matchRoute } from "../../layout/match-route.ts";
import type { LiveSite } from "../live-site.ts";
import type { Metrics } from "../metrics.ts";
import type { EncodedPage } from "../page/encoded-page.ts";
import { escapeHtml } from "../page/html.ts";
import { type ErrorStatus, pathMark, toErrorPage } from "../page/page-plan.ts";
import { pickEncoding } from "./pick-encoding.ts";
import { integrityPolicy } from "./security-headers.ts";

export interface PageAnswers {
  /** Answers a path of the site: its page, a redirect to its one form, or 404. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Answers with the page of an error, which names the path that was asked for. */
  answerError(request: FastifyRequest, reply: FastifyReply, status: ErrorStatus): FastifyReply;
}

export interface PageAnswerOptions {
  site: SiteConfig;
  live: LiveSite;
  metrics: Metrics;
  pickRule(request: FastifyRequest): CountryRule | "denied";
}

/** How pages are answered: a look-up, and for errors a template. */
export function createPageAnswers({ site, live, metrics, pickRule }: PageAnswerOptions): PageAnswers {
  function answerError(request: FastifyRequest, reply: FastifyReply, status: ErrorStatus): FastifyReply {
    const rule = pickRule(request);
    const page = live.findPage({ page: toErrorPage(status), locale: site.defaultLocale, rule: rule === "denied" ? "none" : rule });
    metrics.pages.inc({ status });
    if (!page) return reply.code(503).header("retry-after", "1").type("text/plain; charset=utf-8").send("The site is starting.");
    const html = page.bodies.identity.toString("utf8").replaceAll(pathMark, escapeHtml(toPath(request)));
    setPageHeaders(reply, page);
    return reply.code(status).header("cache-control", "no-store").send(html);
  }

  return {
    answerError,
    answer(request, reply) {
      const path = toPath(request);
      const match = matchRoute(site, path, site.defaultLocale);
      if (match.kind === "redirect") {
        const query = request.url.slice(path.length);
        return reply.code(match.permanent ? 301 : 302).header("cache-control", "no-cache").header("location", `${match.path}${query}`).send();
      }
      const rule = pickRule(request);
      if (rule === "denied") return answerError(request, reply, 403);
      const page = match.kind === "page" ? live.findPage({ page: path, locale: match.locale, rule }) : undefined;
      return page ? sendPage(request, reply, page, metrics) : answerError(request, reply, 404);
    },
  };
}

/** Registers the pages of the site: every path nothing else answers. */
export function registerPages(app: FastifyInstance, pages: PageAnswers): void {
  app.get("/*", (request, reply) => pages.answer(request, reply));
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: EncodedPage, metrics: Metrics): FastifyReply {
  setPageHeaders(reply, page);
  reply.header("cache-control", "private, no-cache").header("vary", "Accept-Encoding").header("etag", page.etag);
  if (isFresh(request.headers["if-none-match"], page.etag)) {
    metrics.pages.inc({ status: 304 });
    return reply.code(304).send();
  }
  metrics.pages.inc({ status: page.status });
  const encoding = pickEncoding(request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.code(page.status).send(page.bodies[encoding]);
}

function setPageHeaders(reply: FastifyReply, page: EncodedPage): void {
  reply.header("content-security-policy", page.policy).header("integrity-policy", integrityPolicy).type("text/html; charset=utf-8");
}

function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
}

/** The path as it was asked for, without the query. */
export function toPath(request: FastifyRequest): string {
  const [path = "/"] = request.url.split("?");
  return path;
}

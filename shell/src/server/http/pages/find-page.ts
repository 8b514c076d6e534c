import type { IncomingHttpHeaders } from "node:http";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { matchIndexed } from "../../../layout/index-routes.ts";
import type { RouteMatch } from "../../../layout/match-path.ts";
import { findRuledTarget } from "../../../layout/route-rules.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { readChosenLocale } from "../../locale/chosen-locale.ts";
import type { LivePage, SiteState } from "../../pages/site-state.ts";
import type { VisitorReader, VisitorRequest } from "../../visitor/visitor-reader.ts";

/** A request as far as its page depends on it. */
export type PageRequest = VisitorRequest & { headers: IncomingHttpHeaders };

/** The page of a path for a visitor, or how else the path is to be answered; undefined for no page. */
export type FoundPage = LivePage | "denied" | { redirect: string; permanent: boolean } | undefined;

export interface PageFinderOptions {
  site: SiteConfig;
  live: Pick<LiveSite, "findPage">;
  visitors: Pick<VisitorReader, "pickRule">;
}

/** Finds the page of a path in a set, by the visitor's place and language. */
export function createPageFinder({ site, live, visitors }: PageFinderOptions) {
  return (request: PageRequest, path: string, state: SiteState | undefined): FoundPage => {
    const ruled = findRuledTarget(site, site.routeRules ?? {}, path);
    if (ruled !== undefined) return { redirect: ruled, permanent: false };
    const findRoute = state?.index.findRoute ?? (() => undefined);
    const match = matchTyped(path, (one) =>
      matchIndexed(findRoute, site, one, readChosenLocale(site, request.headers.cookie)),
    );
    const rule = visitors.pickRule(request);
    const findLive = (page: string, locale: string): LivePage | undefined =>
      rule === "denied" ? undefined : live.findPage({ page, locale, rule }, state);
    if (match.kind === "redirect") {
      // Of a route with a parameter only some values are pages: the others are not found at once, and not behind a redirect.
      const target = matchIndexed(findRoute, site, match.path);
      if (rule !== "denied" && target.kind === "page" && !findLive(match.path, target.locale)) return undefined;
      return { redirect: match.path, permanent: match.permanent };
    }
    if (rule === "denied") return "denied";
    return match.kind === "page" ? findLive(path, match.locale) : undefined;
  };
}

/**
 * What a path leads to. A path that is no page is tried again in its usual spelling, and redirected there if that is one: people type paths from posters,
 * and programs paste them with other escapes.
 */
function matchTyped(path: string, match: (path: string) => RouteMatch): RouteMatch {
  const found = match(path);
  if (found.kind !== "unknown") return found;
  const usual = toUsualWriting(path);
  if (usual === path) return found;
  const meant = match(usual);
  return meant.kind === "page" ? { kind: "redirect", path: usual, permanent: true } : meant;
}

/** A path without capital letters, without a second slash inside of it, and without escapes that mean the same as the character itself (RFC 3986, 6.2.2). */
function toUsualWriting(path: string): string {
  return path
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape;
    })
    .replaceAll(/(?<=[^/])\/{2,}/g, "/")
    .toLowerCase();
}

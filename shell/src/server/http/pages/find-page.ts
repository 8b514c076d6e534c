import type { IncomingHttpHeaders } from "node:http";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { matchIndexed } from "../../../layout/index-routes.ts";
import type { RouteMatch } from "../../../layout/match-path.ts";
import { findRuledTarget } from "../../../layout/route-rules.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { readChosenLocale } from "../../locale/chosen-locale.ts";
import type { LivePage, SiteState } from "../../pages/site-state.ts";
import type { VisitorReader, VisitorRequest } from "../../visitor/visitor-reader.ts";

/** The facts of a request that decide on its page. */
export type PageRequest = VisitorRequest & { headers: IncomingHttpHeaders };

/** The page of a path for a visitor, a refusal or a redirect; undefined for 404. */
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
    const match = matchAnySpelling(path, (one) =>
      matchIndexed(findRoute, site, one, readChosenLocale(site, request.headers.cookie)),
    );
    const rule = visitors.pickRule(request);
    const findLive = (page: string, locale: string): LivePage | undefined =>
      rule === "denied" ? undefined : live.findPage({ page, locale, rule }, state);
    if (match.kind === "redirect") {
      // Only some values of a route's parameter are pages: for any other value answer 404 at once, not after a redirect.
      const target = matchIndexed(findRoute, site, match.path);
      if (rule !== "denied" && target.kind === "page" && !findLive(match.path, target.locale)) return undefined;
      return { redirect: match.path, permanent: match.permanent };
    }
    if (rule === "denied") return "denied";
    return match.kind === "page" ? findLive(path, match.locale) : undefined;
  };
}

/**
 * Matches a path as it was requested. A path that is not a page is matched again in its canonical spelling, and redirected there if that is a page: people
 * type paths from posters, and programs paste them with other escapes.
 */
function matchAnySpelling(path: string, match: (path: string) => RouteMatch): RouteMatch {
  const found = match(path);
  if (found.kind !== "unknown") return found;
  const canonical = toCanonicalSpelling(path);
  if (canonical === path) return found;
  const respelt = match(canonical);
  return respelt.kind === "page" ? { kind: "redirect", path: canonical, permanent: true } : respelt;
}

/**
 * What chat and mail programs take into a link from the sentence around it: full stops, brackets, quotes and spaces, also escaped. No path of a page ends
 * in one. At most as many as a sentence has: a longer run would cost a search from each of its characters.
 */
const endOfSentence = /(?:[!'()*,.:;\]]|%(?:20|22|3e|5d|7d|c2%(?:a0|bb)|e2%80%(?:8b|99|9d|a6))){1,8}$/i;

/**
 * A path in lower case, without repeated slashes inside of it, without escapes of characters that need none (RFC 3986, 6.2.2), and without the
 * {@link endOfSentence}.
 */
function toCanonicalSpelling(path: string): string {
  return path
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape;
    })
    .replace(endOfSentence, "")
    .replaceAll(/(?<=[^/])\/{2,}/g, "/")
    .toLowerCase();
}

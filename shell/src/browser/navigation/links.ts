import type { LocaleRouting } from "@site/contracts/locale/locale";
import { matchRoute } from "../../layout/match-route.ts";
import { findRuledTarget, isDocumentOnly, type RouteRules } from "../../layout/route-rules.ts";
import { keepEmbedding } from "../embedding.ts";
import { prepareFragment } from "./focus-and-scroll.ts";
import { isPlainClick } from "./plain-click.ts";
import { rememberLocale } from "../locale.ts";

/** The facts that decide where a link leads. */
export interface LinkRules {
  routing: LocaleRouting;
  /** The document's own locale: a page in another needs a document of its own. */
  locale: string;
  /** The route rules known so far (B023). */
  rules(): RouteRules;
}

interface PageLink {
  url: URL;
  locale: string;
}

/** The address of the link of an event, if it opens in this window. */
function findLink(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || (link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return undefined;
  return link.dataset["ownNavigation"] === undefined ? new URL(link.href) : undefined;
}

/** The address of the link of an event, if it is another page of this site. */
export function findPageLink(target: EventTarget | null, rules: LinkRules): PageLink | undefined {
  const url = findLink(target);
  return url && toPageLink(url, rules);
}

/** The page of this site that an address leads to; undefined for other addresses, and for paths that a rule redirects to another site (B024). */
export function toPageLink(url: URL, { routing, rules }: LinkRules): PageLink | undefined {
  if (url.origin !== location.origin || isDocumentOnly(routing, rules(), url.pathname)) return undefined;
  const ruled = findRuledTarget(routing, rules(), url.pathname);
  if (ruled?.startsWith("/")) url.pathname = ruled;
  else if (ruled !== undefined) return undefined;
  if (url.pathname === location.pathname) return undefined;
  const match = matchRoute(routing, url.pathname);
  if (match.kind !== "page") return undefined;
  keepEmbedding(url);
  return { url, locale: match.locale };
}

/**
 * Handles every plain click on a link to another page of this site, in the capture phase: a router inside an island finds
 * `defaultPrevented` set and does not navigate as well. A link with `data-own-navigation` is left alone.
 */
export function interceptLinks(rules: LinkRules, navigate: (url: URL) => void): void {
  document.addEventListener(
    "click",
    (event) => {
      // The page end has called `history.back()` (B199).
      if (event.defaultPrevented || !isPlainClick(event)) return;
      const url = findLink(event.target);
      if (!url) return;
      // The browser handles a link within the present page: it scrolls, or loads the page again.
      if (url.origin === location.origin && url.pathname === location.pathname) return prepareFragment(url.hash);
      const link = toPageLink(url, rules);
      if (!link) return;
      // Switching the language is a document load, because the prefix of all paths changes (B177-B179).
      if (link.locale !== rules.locale) return rememberLocale(link.locale);
      event.preventDefault();
      navigate(link.url);
    },
    { capture: true },
  );
}

import type { LocaleRouting } from "@site/contracts/locale/locale";
import { matchRoute } from "../layout/match-route.ts";
import { findRuledTarget, isDocumentOnly, type RouteRules } from "../layout/route-rules.ts";
import { keepEmbedding } from "./embedding.ts";
import { prepareFragment } from "./focus-and-scroll.ts";
import { rememberLocale } from "./locale.ts";

/** What decides where a link leads. */
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

/** Where the link an event is about leads, when it leads somewhere in this window. */
function findLink(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || (link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return undefined;
  return link.dataset["ownNavigation"] === undefined ? new URL(link.href) : undefined;
}

/** Where the link an event is about leads, when that is another page of this site. */
export function findPageLink(target: EventTarget | null, rules: LinkRules): PageLink | undefined {
  const url = findLink(target);
  return url && toPageLink(url, rules);
}

/** Where an address leads, when that is another page of this site: what a rule sends outside is not (B024). */
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
      if (!isPlainClick(event)) return;
      if (goesBack(event.target)) {
        event.preventDefault();
        history.back();
        return;
      }
      const url = findLink(event.target);
      if (!url) return;
      if (url.origin === location.origin && url.pathname === location.pathname) return stay(event, url);
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

/** A link within the page that is shown is left to the browser: it scrolls, or loads the page again. */
function stay(event: MouseEvent, url: URL): void {
  prepareFragment(url.hash);
  const { href } = url;
  keepEmbedding(url);
  if (url.href === href) return;
  event.preventDefault();
  location.assign(url);
}

/** Whether a click is of the main button without modifier keys: with one, the browser opens a tab or a window, or downloads. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** Whether a link takes a step back in history (B199). Without an earlier entry it leads to its `href`. */
function goesBack(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a[data-history-back]") !== null && history.length > 1;
}

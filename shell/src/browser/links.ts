import type { LocaleRouting } from "@site/contracts/locale";
import { matchRoute } from "../layout/match-route.ts";

/** The link an event is about, when it leads to another page of this site. */
function findPageLink(target: EventTarget | null, routing: LocaleRouting): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || (link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return undefined;
  if (link.dataset["ownNavigation"] !== undefined) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname === location.pathname) return undefined;
  return matchRoute(routing, url.pathname).kind === "page" ? url : undefined;
}

/**
 * Sees every plain click on a link to another page of this site before anybody else does. Capturing, so that a router
 * inside an island finds the click taken and makes no move of its own. A link with `data-own-navigation` is left alone.
 */
export function interceptLinks(routing: LocaleRouting, navigate: (url: URL) => void): void {
  document.addEventListener(
    "click",
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (goesBack(event.target)) {
        event.preventDefault();
        history.back();
        return;
      }
      const url = findPageLink(event.target, routing);
      if (!url) return;
      event.preventDefault();
      navigate(url);
    },
    { capture: true },
  );
}

/** Whether a link means the entry before this one (B199). Without one it leads where it says, as it does without us. */
function goesBack(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a[data-history-back]") !== null && history.length > 1;
}

/** Links in view that are fetched ahead of any wish, per page. */
const maxVisible = 6;

/** Fetches pages that are likely next: links under the pointer or with focus, and the first of those in view. */
export function prefetchLinks(routing: LocaleRouting, prefetch: (path: string) => void): { watch(): void } {
  const follow = ({ target }: Event): void => {
    const url = findPageLink(target, routing);
    if (url) prefetch(url.pathname);
  };
  document.addEventListener("pointerover", follow, { passive: true });
  document.addEventListener("focusin", follow, { passive: true });
  let left = 0;
  let isEngaged = false;
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || left === 0) continue;
      observer.unobserve(target);
      const url = findPageLink(target, routing);
      if (!url) continue;
      left -= 1;
      prefetch(url.pathname);
    }
  });
  function watch(): void {
    observer.disconnect();
    // A page that nobody touches fetches no other.
    if (!isEngaged) return;
    // Somebody who saves data wants no page they did not ask for.
    if (matchMedia("(prefers-reduced-data: reduce)").matches) return;
    left = maxVisible;
    for (const link of document.querySelectorAll("main a[href]")) observer.observe(link);
  }
  for (const type of ["pointermove", "pointerdown", "keydown", "scroll"]) {
    addEventListener(type, () => {
      if (isEngaged) return;
      isEngaged = true;
      watch();
    }, { once: true, passive: true });
  }
  return { watch };
}

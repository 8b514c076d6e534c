import waitingSheet from "../../ui/waiting.module.css?sheet";

/** Milliseconds from the press of a link until the bar is drawn: most pages are shown sooner, and need no bar. */
const shownAfterMs = 400;
/** Milliseconds after which the bar disappears by itself: the visitor may have stopped the load. */
const shownForMs = 20_000;

const sheet = new CSSStyleSheet();
let end: (() => void) | undefined;

/**
 * Draws a bar at the top of the window while the page of a link that was pressed is fetched: the browser shows its own sign only for documents. It goes with
 * the next page, with a step in the history, and where there is no connection.
 */
export function showWaiting(event: Event): void {
  const main = document.getElementById("content");
  if (!main || !(event instanceof MouseEvent) || event.type !== "click" || !isFollowed(event)) return;
  end?.();
  const waited = performance.now() - event.timeStamp;
  const timers = [
    setTimeout(() => sheet.replaceSync(String(waitingSheet)), shownAfterMs - waited),
    setTimeout(() => end?.(), shownForMs),
  ];
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const over = new AbortController();
  const offline = new MutationObserver(() => document.getElementById("offline") && end?.());
  end = () => {
    end = undefined;
    for (const timer of timers) clearTimeout(timer);
    sheet.replaceSync("");
    over.abort();
    offline.disconnect();
  };
  for (const type of ["site:route:changed", "popstate", "pagehide"])
    addEventListener(type, () => end?.(), { signal: over.signal });
  // The offline page reports the result of a retry inside of itself.
  offline.observe(main, { childList: true, subtree: true });
}

/** Whether the shell follows the link of a click to a page that is not shown yet: the paths of pages end with a slash. */
function isFollowed({ target, defaultPrevented }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || !defaultPrevented || link.dataset["historyBack"] !== undefined) return false;
  if (link.closest("#offline")) return true;
  return link.origin === location.origin && link.pathname !== location.pathname && link.pathname.endsWith("/");
}

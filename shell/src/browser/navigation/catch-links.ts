import { isPlainClick } from "./plain-click.ts";
import type { OfflinePage } from "../offline/offline-page.ts";

/**
 * Handles clicks that the router does not: without connection, a document load would end on the browser's own error
 * page. Registered after the router, which has prevented the default of its links by then.
 * @param leave shows the page without connection under another address
 */
export function catchOfflineLinks(offline: OfflinePage, leave: (url: URL) => void): void {
  document.addEventListener(
    "click",
    (event) => {
      if (event.defaultPrevented || !isPlainClick(event)) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (
        !link ||
        link.getAttribute("href")?.startsWith("#") ||
        (link.target !== "" && link.target !== "_self") ||
        link.origin !== location.origin
      )
        return;
      const isHere = link.pathname === location.pathname && link.search === location.search;
      if (offline.isShown() && isHere) {
        event.preventDefault();
        void offline.retry(true);
      } else if (!navigator.onLine && !isHere) {
        event.preventDefault();
        leave(new URL(link.href));
      }
    },
    { capture: true },
  );
}

/** Parts of the page whose visible links are prefetched: in each the first six that come into view. */
const places = ["main", "header, footer"];
const maxVisible = 6;

declare global {
  interface Navigator {
    /** The connection, as Chromium estimates it. */
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/**
 * Prefetches the pages of the first links of the page shown now that come into view. Does nothing for a visitor who saves data.
 * @param prefetch fetches the page of a link. Returns false when the link leads to no page of the site, or its page was requested before
 * @returns a function that stops it
 */
export function watchLinks(prefetch: (link: Element) => boolean): () => void {
  if (isSparing()) return () => undefined;
  const observers = places.map((place) => {
    let left = maxVisible;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || left === 0) continue;
        observer.unobserve(target);
        if (prefetch(target)) left -= 1;
      }
    });
    for (const link of document.querySelectorAll(`:is(${place}) a[href]`)) observer.observe(link);
    return observer;
  });
  return () => {
    for (const observer of observers) observer.disconnect();
  };
}

/** Whether the visitor saves data, or the connection is slower than 3G. */
function isSparing(): boolean {
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  return saveData === true || /2g/.test(effectiveType) || matchMedia("(prefers-reduced-data: reduce)").matches;
}

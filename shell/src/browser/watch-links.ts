/** Where the links are whose pages are fetched ahead when they come into view: of each place the first six pages. */
const places = ["main", "header, footer"];
const maxVisible = 6;

declare global {
  interface Navigator {
    /** What Chromium knows of the line. */
    connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/**
 * Fetches the pages of the first links that come into view, on the page that is shown now; nothing for a visitor who saves data.
 * @param prefetch fetches the page of a link. Returns false when there is none, or it has been fetched or asked for
 * @returns ends it
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

/** Whether a visitor saves data, or the line is slower than that of a telephone of the third generation. */
function isSparing(): boolean {
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  return saveData === true || /2g/.test(effectiveType) || matchMedia("(prefers-reduced-data: reduce)").matches;
}

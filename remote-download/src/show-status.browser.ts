/** Milliseconds within which the second press of a double click comes. It must find the same link under it. */
const doubleClickMs = 500;

/** Scrolls the page to a status after the time of a double click, unless the status is in view. Returns a function that cancels it. */
export function showSoon(said: Element | null): () => void {
  const timer = setTimeout(() => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    said?.scrollIntoView({ block: "nearest", behavior: isStill ? "instant" : "smooth" });
  }, doubleClickMs);
  return () => clearTimeout(timer);
}

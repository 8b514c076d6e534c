/** Milliseconds in which the second press of a double click comes. It has to find the same link under it. */
const doubleClick = 500;

/** Moves the page to what is said, unless that is in view, once a double click would be over. Gives a function that calls it off. */
export function showSoon(said: Element | null): () => void {
  const timer = setTimeout(() => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    said?.scrollIntoView({ block: "nearest", behavior: isStill ? "instant" : "smooth" });
  }, doubleClick);
  return () => clearTimeout(timer);
}

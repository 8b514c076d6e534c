/**
 * Keeps a page that is left at its fragment's target there when it is loaded again (B284). A browser restores a distance in pixels, and the
 * first paint after a reload may have another typeface, in which the target stands elsewhere. So the browser does not restore such a page: the
 * next document goes to its fragment, as that of a new visit does. A page that is left at any other place is restored.
 */
export function keepTarget(): void {
  const entry = history;
  const { scrollRestoration, state } = entry;
  // A page that this function or the core left unrestored.
  if (scrollRestoration === "manual" && location.hash) {
    location.replace(location.href);
    entry.replaceState(state, "");
  }
  addEventListener("pagehide", () => {
    const before = scrollY;
    const target = document.querySelector(":target");
    target?.scrollIntoView();
    entry.scrollRestoration = target && scrollY === before ? "manual" : "auto";
    scrollTo(scrollX, before);
  });
}

/**
 * Shows a page that is loaded again where it was left. A browser restores a distance in pixels, and the first paint after a reload may have
 * another typeface, in which the target of a fragment stands elsewhere. So the browser does not restore a page that is left at its target:
 * the next document scrolls to it, as that of a new visit does (B284). A page that is left at any other place is restored by the browser,
 * but for one that soft navigation has left: that is restored from its entry of the history, where the core has kept its place.
 */
export function keepPlace(): void {
  const { scrollRestoration, state } = history;
  const { scroll }: { scroll?: [left: number, top: number] } = state ?? {};
  if (scrollRestoration === "manual" && !scrollToTarget() && scroll) scrollTo(...scroll);
  addEventListener("pagehide", () => {
    const before = scrollY;
    history.scrollRestoration = scrollToTarget() && scrollY === before ? "manual" : "auto";
    scrollTo(scrollX, before);
  });
}

/** Scrolls to where the browser scrolls for the fragment. After a reload `:target` matches nothing yet. An id that has to be encoded is not found. */
function scrollToTarget(): Element | null {
  const target = document.getElementById(location.hash.slice(1));
  target?.scrollIntoView();
  return target;
}

/**
 * Keeps the place of a page that a step in the history shows by a document load, such as after a promote. The browser restores where the document
 * that ends is scrolled to. That is another page's place, so it is scrolled to the place of the entry just before it ends.
 */
export function keepPlace(): void {
  let shown = location.pathname;
  addEventListener("site:route:changed", () => (shown = location.pathname));
  addEventListener("pagehide", ({ persisted }) => {
    const top = recallTop();
    if (persisted || top === undefined || shown === location.pathname) return;
    // Room enough to scroll there. An anchor would be an element of the other page, such as its footer.
    document.body.style.cssText = `min-height:${top + innerHeight}px;overflow-anchor:none`;
    scrollTo(0, top);
  });
}

/** How far down the page of the present history entry was left: scroll-memory.ts, a module of the core, writes it. */
function recallTop(): number | undefined {
  const state: { scroll?: unknown } | null = history.state;
  const top: unknown = Array.isArray(state?.scroll) ? state.scroll[1] : undefined;
  return typeof top === "number" ? top : undefined;
}

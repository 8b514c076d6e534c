/** Leads to the top of the page (B086). Without it the button is a link that does nearly the same. */
export function toPageTop({ detail }: MouseEvent): void {
  scrollTo({
    left: 0,
    top: 0,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
  });
  // The link is hidden at the top, so the focus moves: to the skip link after a key, to the heading after a pointer.
  const next = document.querySelector<HTMLElement>(detail === 0 ? ".skip-link" : "main > h1");
  if (next && next.tabIndex < 0) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

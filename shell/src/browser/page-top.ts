/** Leads to the top of the page without adding an entry to the history (B086). Without it the button is a link that does nearly the same. */
export function followPageTop(): void {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-page-top]"))) return;
    event.preventDefault();
    scrollTo({ left: 0, top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
    // The link is hidden at the top: the focus goes where a key goes on, or to the heading, where a pointer sees no skip link.
    const next = document.querySelector<HTMLElement>(event.detail === 0 ? ".skip-link" : "main > h1");
    if (next && next.tabIndex < 0) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  });
}

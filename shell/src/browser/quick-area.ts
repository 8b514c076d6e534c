/** Milliseconds after the last scrolling before the download button is back (B083). */
export const downloadDelay = 1000;

/** Milliseconds after that before the page counts as still (B084). */
export const stillDelay = 200;

/** What the page's scrolling is doing. `settling`: it has stopped, and the top button waits a moment longer. */
export type ScrollState = "moving" | "settling" | "still";

/** What to call with every scroll event; `show` is told of each state the scrolling comes to (B082-B084). */
export function followScroll(show: (state: ScrollState) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    show("moving");
    timer = setTimeout(() => {
      show("settling");
      timer = setTimeout(show, stillDelay, "still");
    }, downloadDelay);
  };
}

/**
 * Brings the floating area to life without React: `data-scroll` of the document is the state, `top` while the page is
 * still at its top, and the area's style sheet hides what does not belong (B082-B085).
 */
export function startQuickArea(): void {
  const { dataset } = document.documentElement;
  const show = (state: ScrollState): void => {
    dataset["scroll"] = state === "still" && scrollY <= 0 ? "top" : state;
  };
  show("still");
  addEventListener("scroll", followScroll(show), { passive: true });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-page-top]"))) return;
    event.preventDefault();
    // B086: the top left, and smoothly where motion is welcome.
    scrollTo({ left: 0, top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
    // The link is hidden at the top: the focus goes where a key goes on, or to the heading, where a pointer sees no skip link.
    const next = document.querySelector<HTMLElement>(event.detail === 0 ? ".skip-link" : "main > h1");
    if (next && next.tabIndex < 0) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  });
}

/** Milliseconds after the last scrolling before the download button is back (B083). */
export const downloadDelayMs = 1000;

/** Milliseconds after that before the page counts as still (B084). */
export const stillDelayMs = 200;

/** The state of the page's scrolling. `settling`: it has stopped, and the top button is shown a moment later. */
export type ScrollState = "moving" | "settling" | "still";

/** @returns the listener for scroll events, which calls `show` with each state that the scrolling reaches (B082-B084) */
export function followScroll(show: (state: ScrollState) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    show("moving");
    timer = setTimeout(() => {
      show("settling");
      timer = setTimeout(show, stillDelayMs, "still");
    }, downloadDelayMs);
  };
}

/**
 * Runs the floating area without React: `data-scroll` of the document is the state, `top` while the page is
 * still at its top, and the area's style sheet hides what does not belong (B082-B085).
 */
export function startQuickArea(): void {
  const { dataset } = document.documentElement;
  const show = (state: ScrollState): void => {
    dataset["scroll"] = state === "still" && scrollY <= 0 ? "top" : state;
  };
  show("still");
  addEventListener("scroll", followScroll(show), { passive: true });
}

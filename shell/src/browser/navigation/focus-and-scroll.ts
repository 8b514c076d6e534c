import { recallScroll, rememberScroll } from "./scroll-memory.ts";

/**
 * Moves the focus of a new page to the element its fragment names, else to its heading. A page reached by back or forward is
 * scrolled to where it was left (B284).
 */
export function moveFocusAndScroll(isReturn: boolean): void {
  // The menu whose link was followed closes: it must neither cover the new page nor keep the focus.
  for (const menu of document.querySelectorAll<HTMLElement>("[data-panel] :popover-open")) menu.hidePopover();
  const place = isReturn ? recallScroll() : undefined;
  const target = followFragment();
  focusOn(target ?? document.querySelector<HTMLElement>("main > h1"));
  if (place) scrollTo(...place);
  else if (!target) scrollTo(0, 0);
  rememberScroll();
  if (!isReturn) greet();
}

/** Makes the browser find the fragment's target in the page just shown: it scrolls there, and `:target` matches that element. */
function followFragment(): HTMLElement | undefined {
  if (location.hash === "") return undefined;
  const { state } = history;
  location.replace(location.href);
  history.replaceState(state, "");
  return findTarget();
}

/** The element the address names. `#top` names the page, not an element of it. */
function findTarget(): HTMLElement | undefined {
  const target = document.querySelector<HTMLElement>(":target");
  return target && target !== document.body ? target : undefined;
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  makeFocusable(element);
  element.focus({ preventScroll: true });
}

/** Focuses an element that the Tab key does not reach. */
function makeFocusable(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
}

/** Prepares a press on a link to a place in this page, so that the browser can move the focus there. */
export function prepareFragment(hash: string): void {
  rememberScroll();
  const target = document.getElementById(toId(hash));
  if (target && target !== document.body) makeFocusable(target);
}

/** The id that a fragment names: decoded, or as written when it cannot be decoded. */
function toId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Fades the shown page in, unless the visitor prefers reduced motion. */
function greet(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .querySelector("main")
    ?.animate(
      { opacity: [0.7, 0], visibility: ["visible", "visible"] },
      { duration: 200, easing: "ease-out", pseudoElement: "::before" },
    );
}

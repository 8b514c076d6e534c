import { recallScroll, rememberScroll } from "./scroll-memory.ts";

/**
 * A new page is read from the place its address names, else from its heading; a page one returns to is scrolled to where
 * one left it (B284).
 */
export function moveFocusAndScroll(isReturn: boolean): void {
  // A menu whose link led here does not lie over the page it led to, nor keep the focus.
  for (const menu of document.querySelectorAll<HTMLElement>("[data-panel] :popover-open")) menu.hidePopover();
  const place = isReturn ? recallScroll() : undefined;
  const target = followFragment();
  focusOn(target ?? document.querySelector<HTMLElement>("main > h1"));
  if (place) scrollTo(...place);
  else if (!target) scrollTo(0, 0);
  rememberScroll();
  if (!isReturn) greet();
}

/** Lets the browser find the fragment's target in the page that has just come: it scrolls there, and `:target` is that element. */
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

/** Lets an element that a key does not reach take the focus all the same. */
function makeFocusable(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
}

/** Prepares a press on a link to a place in this page: the browser moves the focus there, which without this would be lost. */
export function prepareFragment(hash: string): void {
  rememberScroll();
  const target = document.getElementById(toId(hash));
  if (target && target !== document.body) makeFocusable(target);
}

/** The id a fragment names, which may be written in any way: one that does not decode is an id as it stands. */
function toId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Lets a page that is there already come up, where the visitor wants motion. */
function greet(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .querySelector("main")
    ?.animate(
      { opacity: [0.7, 0], visibility: ["visible", "visible"] },
      { duration: 200, easing: "ease-out", pseudoElement: "::before" },
    );
}

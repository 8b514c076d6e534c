import { type RefObject, useLayoutEffect, useRef } from "react";

/** Milliseconds of a slide: `--time-3`. */
const durationMs = 240;

/** Toasts that slide: more than a window shows at once, of the thousands that there may be. */
const maxSliding = 30;

/**
 * Lets toasts slide from where they were drawn to their places after each change of their list, unless the visitor prefers reduced motion:
 * a button does not jump from under the pointer, and the browser counts no layout shift.
 */
export function useSliding(list: RefObject<HTMLElement | null>): void {
  const before = useRef(new Map<Element, number>());
  useLayoutEffect(() => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const places = new Map<Element, number>();
    const toasts = list.current?.querySelectorAll<HTMLElement>("[data-toast]") ?? [];
    for (const toast of [...toasts].slice(0, maxSliding)) {
      const { offsetTop } = toast;
      places.set(toast, offsetTop);
      const way = (before.current.get(toast) ?? offsetTop) - offsetTop;
      if (way === 0 || isStill) continue;
      // Beside a slide that is still under way, and the animation with which a toast comes in.
      toast.animate([{ translate: `0 ${way}px` }, { translate: "0 0" }], {
        duration: durationMs,
        easing: "ease-out",
        composite: "add",
      });
    }
    before.current = places;
  });
}

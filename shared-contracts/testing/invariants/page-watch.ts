import type { Invariant } from "./finding.ts";

/** The functions that the observers inside of a page share. */
export interface PageWatch {
  report(invariant: Invariant, what: string): void;
  /** Called once the page's HTML is parsed, if it is a page of the site in the top window. */
  onReady(begin: () => void): void;
  /** Called after each soft navigation, with the page's name. The first page of a document does not count as one. */
  onNavigation(call: (title: string) => void): void;
  /** Called before the visit ends or the document goes. */
  onEnd(call: () => void): void;
  /** Resolves when the next frame is about to be painted, or soon where none is. */
  nextFrame(): Promise<void>;
  /** Resolves after that number of painted frames, without a time limit. */
  frames(count: number): Promise<void>;
  /** Makes every observer report its remaining findings. */
  settle(): Promise<void>;
}

declare global {
  interface Window {
    /** Absent where scripts are turned off. */
    pageWatch?: PageWatch;
    /** Hands a finding to the test. */
    reportFinding?(invariant: Invariant, what: string): Promise<void>;
  }
}

/**
 * Runs in each document before the other observers, and before all other scripts where the driver can do that; else as soon
 * as the driver can, and then earlier events are missed. Like the observers it is sent to the browser as text, so it must not
 * use anything outside of itself.
 */
export function startPageWatch(): void {
  if (window.top !== window) return;
  // Read at the start: a test may replace the timers by a fake clock later.
  const frame = window.requestAnimationFrame.bind(window);
  const later = window.setTimeout.bind(window);
  const ends: (() => void)[] = [];
  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      frame(() => resolve());
      later(resolve, 250);
    });
  const listeners: ((title: string) => void)[] = [];
  const isLate = document.readyState !== "loading";
  // The core emits the first page's event after it has set the screen type.
  let hasBegun = isLate && document.querySelector("html[data-layout][data-screen]") !== null;
  // The event is also emitted for the first page of a document, perhaps before the document is complete.
  window.addEventListener("site:route:changed", (event) => {
    if (hasBegun && event instanceof CustomEvent) for (const call of listeners) call(String(event.detail.title));
    hasBegun = true;
  });
  const end = (): void => {
    for (const call of ends) call();
  };
  window.pageWatch = {
    report: (invariant, what) => void window.reportFinding?.(invariant, what),
    onReady(begin) {
      const beginOnSite = (): void => {
        if (document.querySelector("html[data-layout]")) begin();
      };
      if (isLate) beginOnSite();
      else document.addEventListener("DOMContentLoaded", beginOnSite);
    },
    onNavigation: (call) => void listeners.push(call),
    onEnd: (call) => void ends.push(call),
    nextFrame,
    frames: (count) =>
      new Promise((resolve) => {
        let left = count;
        const step = (): void => {
          left -= 1;
          if (left < 0) resolve();
          else frame(step);
        };
        step();
      }),
    async settle() {
      await nextFrame();
      await nextFrame();
      end();
    },
  };
  window.addEventListener("pagehide", end);
}

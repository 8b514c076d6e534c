import type { Invariant } from "./finding.ts";

/** What the observers inside of a page share. */
export interface PageWatch {
  report(invariant: Invariant, what: string): void;
  /** Called once the page's HTML is there, when it is a page of the site in a window of its own. */
  onReady(begin: () => void): void;
  /** Called after each soft navigation, with the page's name. The first page of a document is none. */
  onMove(call: (title: string) => void): void;
  /** Called before the visit ends or the document goes. */
  onEnd(call: () => void): void;
  /** Resolves when the next frame is about to be painted, or soon where none is. */
  nextFrame(): Promise<void>;
  /** Resolves when as many frames were painted, however long that takes. */
  frames(count: number): Promise<void>;
  /** Lets every observer say what it still has to say. */
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
 * Runs in each document before the other observers, and before everything else where the driver can do that; else as soon
 * as the driver can, and then what happened before is not known. Like the observers it is sent to the browser as text, so
 * it stands alone.
 */
export function startPageWatch(): void {
  if (window.top !== window) return;
  // Taken now: a test may put a clock of its own in their place.
  const frame = window.requestAnimationFrame.bind(window);
  const later = window.setTimeout.bind(window);
  const ends: (() => void)[] = [];
  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      frame(() => resolve());
      later(resolve, 250);
    });
  const moves: ((title: string) => void)[] = [];
  const isLate = document.readyState !== "loading";
  // The core tells of the first page after it has said which kind of screen it is on.
  let hasBegun = isLate && document.querySelector("html[data-layout][data-screen]") !== null;
  // The first page of a document is told of as well, maybe before the document is complete.
  window.addEventListener("site:route:changed", (event) => {
    if (hasBegun && event instanceof CustomEvent) for (const call of moves) call(String(event.detail.title));
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
    onMove: (call) => void moves.push(call),
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

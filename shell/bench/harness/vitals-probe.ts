import type { Page } from "playwright";

/** The figures of a page view: milliseconds since the navigation began, and the sum of its layout shifts. */
export interface Vitals {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  /** Milliseconds beyond 50 of each long task, after and before the first paint. */
  blocking: number;
  blockingBefore: number;
}

declare global {
  interface Window {
    probe: { largest: number; shift: number; tasks: { start: number; duration: number }[] };
  }
}

/** Runs in the page before other scripts. */
export function installVitalsProbe(): void {
  window.probe = { largest: 0, shift: 0, tasks: [] };
  const { probe } = window;
  const takers: Record<string, (entry: PerformanceEntry) => void> = {
    "largest-contentful-paint": ({ startTime }) => (probe.largest = startTime),
    longtask: ({ startTime, duration }) => probe.tasks.push({ start: startTime, duration }),
    "layout-shift": (entry) => {
      if ("value" in entry && typeof entry.value === "number" && "hadRecentInput" in entry && !entry.hadRecentInput)
        probe.shift += entry.value;
    },
  };
  for (const [type, take] of Object.entries(takers)) {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  }
}

/** Reads the figures of the probe so far. */
export function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => {
    const { largest, shift, tasks } = window.probe;
    const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    const blocked = (wanted: boolean): number =>
      tasks
        .filter(({ start }) => start >= firstPaint === wanted)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { firstPaint, largestPaint: largest, shift, blocking: blocked(true), blockingBefore: blocked(false) };
  });
}

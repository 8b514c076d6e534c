import type { Page } from "playwright";

/** The outcome of clicks that begin with the first paint. Milliseconds. */
export interface ClickOutcome {
  /** Since the navigation began. */
  firstPaint: number;
  /** From the first click to the frame that shows its effect. */
  delay: number;
  /** Clicks that had no effect. */
  lost: number;
  /** Whether the effect was still visible at the end, after the core had loaded. */
  kept: boolean;
}

declare global {
  interface Window {
    click: { button: string; panel: string; firstPaint: number; first: number; effect: number; clicks: number };
  }
}

/** A visible popover that a visible button opens; `button` and `panel` are selectors. */
export interface ClickTarget {
  button: string;
  panel: string;
}

/**
 * Runs in the page before other scripts: clicks the button in the frame of the first paint, as by a tap, and again every 100 ms until its panel is
 * painted.
 */
export function installClickProbe({ button, panel }: ClickTarget): void {
  const click = { button, panel, firstPaint: 0, first: 0, effect: 0, clicks: 0 };
  window.click = click;
  const isShown = (): boolean =>
    [...document.querySelectorAll(panel)].some(
      (one) => one.matches(":popover-open") && one.getBoundingClientRect().height > 0,
    );
  const paint = (): void => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        click.effect = performance.now();
      }),
    );
  };
  const attempt = (): void => {
    if (isShown()) return paint();
    const target = [...document.querySelectorAll<HTMLElement>(button)].find((one) => one.checkVisibility());
    const box = target?.getBoundingClientRect();
    const hit = box ? document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
    click.first ||= performance.now();
    click.clicks += 1;
    if (target && hit instanceof Element && target.contains(hit)) target.click();
    if (isShown()) paint();
    else setTimeout(attempt, 100);
  };
  new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName("first-contentful-paint");
    if (!entry || click.firstPaint > 0) return;
    click.firstPaint = entry.startTime;
    attempt();
  }).observe({ type: "paint", buffered: true });
}

/** Waits for the effect, then for the core, and returns the outcome of the clicks. */
export async function readClickOutcome(page: Page, settle: number): Promise<ClickOutcome> {
  await page.waitForFunction(() => window.click.effect > 0);
  await page.waitForTimeout(settle);
  return page.evaluate(() => {
    const { panel, firstPaint, first, effect, clicks } = window.click;
    return {
      firstPaint,
      delay: effect - first,
      lost: clicks - 1,
      kept: [...document.querySelectorAll(panel)].some((one) => one.matches(":popover-open")),
    };
  });
}

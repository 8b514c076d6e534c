import type { Page } from "playwright";

/**
 * Presses on every region of the page that can come alive, whether it is in view or not. The press is not a click, so
 * it opens nothing and leads nowhere.
 */
export function touchIslands(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const host of document.querySelectorAll("[data-island]")) {
      (host.firstElementChild ?? host).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    }
  });
}

/** The ids of the regions that can come alive, such as `download/button.2`, and of those that have. */
export function listIslands(page: Page): Promise<{ all: string[]; live: string[] }> {
  return page.evaluate(() => {
    const list = (selector: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((host) => host.dataset["island"] ?? "");
    return { all: list("[data-island]"), live: list("[data-island][data-live]") };
  });
}

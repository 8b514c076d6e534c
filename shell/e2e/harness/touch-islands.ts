import type { Page } from "playwright";

/** Presses on every region of the page that can be hydrated, in view or not. The press is not a click, so it neither opens nor navigates. */
export function touchIslands(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const host of document.querySelectorAll("[data-island]")) {
      (host.firstElementChild ?? host).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    }
  });
}

/** The ids of the regions that can be hydrated, such as `download/button.2`, and of the hydrated ones. */
export function listIslands(page: Page): Promise<{ all: string[]; live: string[] }> {
  return page.evaluate(() => {
    const hosts = [...document.querySelectorAll<HTMLElement>("[data-island]")].map(({ dataset }) => ({
      id: dataset["island"] ?? "",
      isLive: "live" in dataset,
    }));
    return { all: hosts.map(({ id }) => id), live: hosts.filter(({ isLive }) => isLive).map(({ id }) => id) };
  });
}

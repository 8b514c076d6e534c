import type { Locator } from "playwright";

/** What holds every menu of the header: the full-screen menu below a desk. */
export const menu = "header div[popover]:has(> nav)";

/** The full-screen menu while it is open. */
export const openMenu = `${menu}:popover-open`;

/**
 * Presses a button that opens a popover, and reads whether an element of it takes presses: at once, when a double press goes on, and once it has settled.
 * @param inside selects the element
 */
export function readPresses(opener: Locator, inside: string): Promise<string[]> {
  return opener.evaluate((button: HTMLButtonElement, selector) => {
    const element = document.querySelector(selector);
    const popover = element?.closest("[popover]");
    if (!element || !popover) throw new Error(`No popover has ${selector}.`);
    button.click();
    const { pointerEvents } = getComputedStyle(element);
    for (const animation of popover.getAnimations({ subtree: true })) animation.finish();
    return [pointerEvents, getComputedStyle(element).pointerEvents];
  }, inside);
}

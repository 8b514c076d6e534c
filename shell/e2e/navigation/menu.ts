import type { Page } from "playwright";

/** What holds every menu of the header: the full-screen menu below a desk. */
export const menu = "header div[popover]:has(> nav)";

/** The full-screen menu while it is open. */
export const openMenu = `${menu}:popover-open`;

/**
 * Ends the sliding of a menu, and the 0.4 s after a menu or a list opened or closed in which a second press presses nothing. The driver would try a press
 * that comes too early again after 0.7 s.
 */
export async function passGuard(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

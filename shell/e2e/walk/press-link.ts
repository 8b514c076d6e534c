import type { ElementHandle, Locator, Page } from "playwright";

/** Milliseconds in which a link can be pressed, once what it is in is open. */
const pressTimeoutMs = 5000;

/** What `pressLink` answers when no link to the address shows in this window: some are for a wider or a narrower one. */
export const unseen = "no link of the page can be seen, however it is opened";

/**
 * Follows a link as a visitor does: presses one that can be seen, or opens the menu, the panel or the details it is in, and presses it.
 * @returns what is in the way, or undefined when it was pressed
 */
export async function pressLink(page: Page, href: string, isTouch: boolean): Promise<string | undefined> {
  const links = page.locator(`a[href=${JSON.stringify(href)}]:not([target='_blank'])`);
  const problems: string[] = [];
  // One that can be seen costs a tenth of one that is opened. That those of the menu lead where they say is tested by first-press.
  const seen = await links.evaluateAll((all) =>
    all.findIndex((one) => one.checkVisibility({ visibilityProperty: true })),
  );
  for (const link of [...(seen >= 0 ? [links.nth(seen)] : []), ...(await links.all())]) {
    try {
      if (!(await reveal(page, link, isTouch))) continue;
      await (isTouch ? link.tap({ timeout: pressTimeoutMs }) : link.click({ timeout: pressTimeoutMs }));
      return undefined;
    } catch (error) {
      problems.push(error instanceof Error ? describe(error.message) : String(error));
    }
  }
  return problems[0] ?? unseen;
}

/** Opens what a link is in, from the outside in. @returns whether the link can be seen then */
async function reveal(page: Page, link: Locator, isTouch: boolean): Promise<boolean> {
  if (await link.isVisible()) return true;
  const openers = await link.evaluateHandle((element) => {
    const found: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement && !at.open) found.unshift(at.querySelector("summary") ?? at);
      // A part of the menu can stand behind the details that show it, where the window has these.
      const before = at.previousElementSibling;
      if (before instanceof HTMLDetailsElement && !before.open && getComputedStyle(before).display !== "none")
        found.unshift(before.querySelector("summary") ?? before);
      if (!(at instanceof HTMLElement) || at.popover === null || at.matches(":popover-open")) continue;
      const opener = [...document.querySelectorAll(`[popovertarget="${CSS.escape(at.id)}"]`)].find(
        (one) => one.checkVisibility({ visibilityProperty: true }) && !at.contains(one),
      );
      if (opener) found.unshift(opener);
    }
    return found;
  });
  for (const handle of (await openers.getProperties()).values()) {
    const opener: ElementHandle<Element> | null = handle.asElement();
    if (opener === null || !(await opener.isVisible())) return false;
    if (!isTouch) await opener.hover({ timeout: pressTimeoutMs });
    if (await link.isVisible()) return true;
    await (isTouch ? opener.tap({ timeout: pressTimeoutMs }) : opener.click({ timeout: pressTimeoutMs }));
  }
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  return link.isVisible();
}

/** The line of the driver's report that says why a press did not get through. */
function describe(message: string): string {
  const line =
    message.split("\n").findLast((one) => /intercepts|not visible|not stable|outside/.test(one)) ??
    message.split("\n")[0];
  return `it cannot be pressed: ${line?.replaceAll(/^[-\s]+/g, "") ?? ""}`;
}

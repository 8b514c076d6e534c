import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSites } from "../harness/describe-sites.ts";

const badge = "button[aria-haspopup=dialog]";

/** The certificate once the badge is alive: a modal, not a popover. */
const modal = "main dialog:modal";

describeSites(({ site, visit }) => {
  /** Opens home and its certificate. */
  async function openCertificate(viewport: { width: number; height: number }): Promise<{ page: Page; messages: string[]; close(): Promise<void> }> {
    const { page, messages, close } = await visit({ viewport });
    await page.goto(`${site().origin}${site().prefix}/`);
    await page.locator(badge).click();
    await page.locator(modal).waitFor();
    return { page, messages, close };
  }

  test.each([{ width: 390, height: 844 }, { width: 1440, height: 900 }])(
    "B087 the record-holder badge opens the certificate as an image with a name, whole in the window at $width pixels, with a button that closes it",
    async (viewport) => {
      const { page, messages, close } = await openCertificate(viewport);
      const dialog = page.getByRole("dialog", { name: /world record/i });
      const image = dialog.getByRole("img");
      expect(await image.count()).toBe(1);
      expect((await image.getAttribute("aria-label"))?.length).toBeGreaterThan(20);
      for (const part of [dialog, image]) {
        const box = await part.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= viewport.width && box.width > 200).toBe(true);
      }
      const button = dialog.getByRole("button");
      await button.click();
      await page.locator(modal).waitFor({ state: "detached" });
      expect(await page.locator(badge).evaluate((element) => element === document.activeElement)).toBe(true);
      expect(messages).toEqual([]);
      await close();
    },
  );

  test("B087 B158 the certificate is opened and closed from the keyboard alone, and the focus comes back to the badge", async () => {
    const { page, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/`);
    await page.locator(badge).focus();
    await page.keyboard.press("Enter");
    await page.locator(modal).waitFor();
    expect(await page.locator(modal).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await page.locator(modal).waitFor({ state: "detached" });
    expect(await page.locator(badge).evaluate((element) => element === document.activeElement)).toBe(true);
    await close();
  });

  test("B087 B159 a press beside the certificate closes it, and the page beneath does not scroll meanwhile", async () => {
    const { page, close } = await openCertificate({ width: 1440, height: 900 });
    const top = await page.evaluate(() => scrollY);
    await page.mouse.move(20, 450);
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await page.mouse.click(20, 450);
    await page.locator(modal).waitFor({ state: "detached" });
    await close();
  });
});

import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { sampledCases } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { listHeard, openListening } from "../overlays/overlay-visit.ts";
import { swipe } from "../overlays/swipe.ts";

const badge = "button[aria-haspopup=dialog]";

/** The certificate once the badge is hydrated: a modal, not a popover. */
const modal = "main dialog:modal";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describeSitesInTurn(({ site, browser, visit, share }) => {
  const lookAtDesk = share({ viewport: { width: 1440, height: 900 } });

  test("B087 the record-holder badge opens the certificate as an image with a name, whole in the window, with a button that closes it", async () => {
    const { page, messages, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/`);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
      // What is left of a small laptop's screen below the browser's own bars.
      { width: 1366, height: 620 },
    ]) {
      await page.setViewportSize(viewport);
      await page.locator(badge).click();
      await page.locator(modal).waitFor();
      const dialog = page.getByRole("dialog", { name: /world record/i });
      const image = dialog.getByRole("img");
      expect(await image.count()).toBe(1);
      expect((await image.getAttribute("aria-label"))?.length).toBeGreaterThan(20);
      for (const part of [dialog, image]) {
        const box = await part.boundingBox();
        expect(
          box && box.x >= 0 && box.x + box.width <= viewport.width && box.width > 200,
          JSON.stringify(viewport),
        ).toBe(true);
        expect(box && box.y >= 0 && box.y + box.height <= viewport.height, JSON.stringify(viewport)).toBe(true);
      }
      const button = dialog.getByRole("button");
      expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(1);
      await button.click();
      await page.locator(modal).waitFor({ state: "detached" });
      expect(await page.locator(badge).evaluate((element) => element === document.activeElement)).toBe(true);
    }
    expect(messages).toEqual([]);
    await close();
  });

  test("B087 B158 B159 the certificate is opened and closed from the keyboard alone, and the focus comes back to the badge; a press beside it closes it, and the page beneath does not scroll meanwhile", async () => {
    await lookAtDesk("/", async ({ page }) => {
      await page.locator(badge).focus();
      await page.keyboard.press("Enter");
      await page.locator(modal).waitFor();
      expect(await page.locator(modal).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      await page.keyboard.press("Escape");
      await page.locator(modal).waitFor({ state: "detached" });
      expect(await page.locator(badge).evaluate((element) => element === document.activeElement)).toBe(true);

      await page.locator(badge).click();
      await page.locator(modal).waitFor();
      const top = await page.evaluate(() => scrollY);
      await page.mouse.move(20, 450);
      await page.mouse.wheel(0, 600);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
      expect(await page.evaluate(() => scrollY)).toBe(top);
      await page.mouse.click(20, 450);
      await page.locator(modal).waitFor({ state: "detached" });
    });
  });

  test("B087 B159 a double press on the certificate's button, or beside it, closes it and presses nothing that lies beneath", async () => {
    await lookAtDesk("/", async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 });
      const address = page.url();
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      const logo = page.locator("header a:has(img)").first();
      for (const toPlace of [
        // The link to home, and where the certificate stands above the badge that opened it.
        () => logo.boundingBox(),
        () => page.locator(modal).getByRole("button").boundingBox(),
      ]) {
        await page.locator(badge).click();
        await page.locator(modal).waitFor();
        const box = await toPlace();
        if (!box) throw new Error("The place to press is not shown.");
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 2 });
        await page.locator(badge).click({ trial: true });
        expect(await page.locator(modal).count()).toBe(0);
        expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
      }
      // A press that opens it again at once is one.
      await page.locator(badge).click();
      await page.locator(modal).getByRole("button").click();
      await page.locator(badge).focus();
      await page.keyboard.press("Enter");
      await page.locator(modal).getByRole("button").click();
      await page.locator(modal).waitFor({ state: "detached" });
      expect(page.url()).toBe(address);
    });
  });

  test("B087 B159 a double click on the badge opens the certificate once: its second press neither closes it, nor presses its button, nor selects a word of it", async () => {
    const { page, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/`);
    for (const viewport of sampledCases(2, [
      // The certificate covers none of the left half of the badge, then all of the badge.
      { width: 1024, height: 768 },
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ])) {
      await page.locator(modal).waitFor({ state: "detached" });
      await page.setViewportSize(viewport);
      const box = await page.locator(badge).boundingBox();
      if (!box) throw new Error("The badge is not shown.");
      for (const position of [
        { x: 20, y: 10 },
        { x: box.width / 2, y: box.height - 8 },
      ]) {
        await page.locator(badge).dblclick({ position });
        await page.locator(modal).waitFor();
        await page.keyboard.press("Escape");
        await page.locator(modal).waitFor({ state: "detached" });
        // A slower one, whose second press comes when the certificate is a modal.
        await page.mouse.click(box.x + position.x, box.y + position.y);
        await page.locator(modal).waitFor();
        await page.evaluate(() => getSelection()?.removeAllRanges());
        await page.mouse.down({ clickCount: 2 });
        await page.mouse.up({ clickCount: 2 });
        const shown = await page.evaluate(() => [
          document.querySelectorAll("dialog:modal").length,
          `${getSelection()}`,
        ]);
        expect(shown, JSON.stringify({ viewport, position })).toEqual([1, ""]);
        await page.keyboard.press("Escape");
        await page.locator(modal).waitFor({ state: "detached" });
      }
    }
    // A word is selected by a double click that begins in it.
    await page.locator(badge).click();
    await page.locator(`${modal} p`).dblclick();
    expect(await page.evaluate(() => `${getSelection()}`)).not.toBe("");
    await close();
  });

  test("B157 B160 B161 B162 B164 B165 the certificate is one of the page's modals: its life is told, its place is 1000, and Tab stays in it; a slow swipe of more than a tenth of it closes it, as does a short one of at most 300 ms; a shorter and slower one does not", async () => {
    const visited = await openListening(browser(), site(), "/", phone);
    const { page, messages, violations, close } = visited;
    await page.locator(badge).click();
    await page.locator(modal).waitFor();
    expect(await page.locator(modal).evaluate((dialog) => getComputedStyle(dialog).zIndex)).toBe("1000");
    for (const key of ["Tab", "Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      expect(await page.locator(modal).evaluate((dialog) => dialog.contains(document.activeElement)), key).toBe(true);
    }
    await page.locator(modal).getByRole("button").click();
    await page.locator(modal).waitFor({ state: "detached" });
    expect(await listHeard(visited)).toEqual([
      "modal:before-open certificate",
      "modal:opened certificate",
      "modal:before-close certificate button",
      "modal:closed certificate button",
    ]);
    // It opens again, as often as its visitor likes.
    await page.locator(badge).click();
    await page.locator(modal).waitFor();

    const countSwiped = async (): Promise<number> =>
      (await listHeard(visited)).filter((heard) => heard === "modal:closed certificate swipe").length;
    const box = await page.locator(modal).boundingBox();
    if (!box) throw new Error("The certificate is not shown.");
    const swipeBy = (part: number, milliseconds: number): Promise<void> =>
      swipe(page, {
        from: { x: box.x + box.width / 2, y: box.y + 40 },
        by: { x: 0, y: box.height * part },
        milliseconds,
      });
    await swipeBy(0.05, 900);
    expect(await page.locator(modal).count(), "a short and slow swipe").toBe(1);
    expect(await countSwiped(), "a short and slow swipe").toBe(0);
    await swipeBy(0.14, 900);
    await waitUntil(async () => (await page.locator(modal).count()) === 0, {
      what: "a slow swipe of more than a tenth to close it",
    });
    expect(await countSwiped(), "a slow swipe of more than a tenth").toBe(1);
    await page.locator(badge).click();
    await page.locator(modal).waitFor();
    await swipeBy(0.05, 250);
    await waitUntil(async () => (await page.locator(modal).count()) === 0, {
      what: "a short and quick swipe to close it",
    });
    expect(await countSwiped(), "a short and quick swipe").toBe(2);
    expect(messages).toEqual([]);
    expect(await violations()).toEqual([]);
    await close();
  });

  test("B087 the certificate opens and closes before any of our scripts came, and while the code of modals does not come", async () => {
    const { page, close, expects } = await visit();
    expects("failed request", /_FAILED GET .*\/(core|overlays|modals)\.js$/);
    expects("console error", /^ChunkLoadError: Loading chunk (overlays|modals) failed/);
    const popover = page.locator("main dialog:popover-open");
    await page.route("**/_release/**/core.js", (route) => route.abort());
    await page.goto(`${site().origin}${site().prefix}/`);
    await page.locator(badge).click();
    await popover.waitFor();
    await popover.getByRole("button").click();
    await popover.waitFor({ state: "detached" });
    await page.unroute("**/_release/**/core.js");
    await page.route("**/_release/shell/**/{overlays,modals}.js", (route) => route.abort());
    await page.goto(`${site().origin}${site().prefix}/`);
    await page.locator(badge).click();
    await page.locator(`[data-live] ${badge}`).waitFor();
    await popover.waitFor();
    await page.keyboard.press("Escape");
    await popover.waitFor({ state: "detached" });
    await close();
  });

  test("B087 a certificate that was closed while the code of modals was on its way stays closed", async () => {
    const visited = await openListening(browser(), site(), "/");
    const { page, close } = visited;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/_release/shell/**/overlays.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.locator(badge).click();
    await page.locator(`[data-live] ${badge}`).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("main dialog:popover-open").waitFor({ state: "detached" });
    release();
    await waitUntil(async () => (await listHeard(visited)).includes("modal:before-open certificate"), {
      what: "the late wish",
    });
    expect(await page.locator("main dialog:is(:modal, :popover-open)").count()).toBe(0);
    expect(await listHeard(visited)).toEqual(["modal:before-open certificate"]);
    await close();
  });
});

import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { openMenu } from "../navigation/menu.ts";
import { desk, phone } from "../navigation/windows.ts";
import { openListening, send } from "./overlay-visit.ts";

const { site, browser } = useSite("GGPPH");

/** Whether all corners of a toast are what a press there meets. */
const isOnTop = (toast: Locator): Promise<boolean> =>
  toast.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [left + 8, right - 8].every((x) =>
      [top + 8, bottom - 8].every((y) => element.contains(document.elementFromPoint(x, y))),
    );
  });

const untilOnTop = (toast: Locator): Promise<void> => waitUntil(() => isOnTop(toast), { what: "the toast on top" });

test("B035 B167 toasts lie above the full-screen menu, those that came before it was opened and after, and are closed there", async () => {
  const visited = await openListening(browser(), site(), "/contact/", { ...phone, hasTouch: true, isMobile: true });
  const { page } = visited;
  const [before, after] = ["before", "after"].map((id) => page.locator(`[data-toast="${id}"]`));
  if (!before || !after) throw new Error("There are two toasts.");
  await send(page, "toast:requested", { id: "before", text: "before", timeout: 0 });
  await untilOnTop(before);
  await page.getByRole("button", { name: /^menu$/i }).tap();
  await page.locator(openMenu).waitFor();
  await untilOnTop(before);
  await send(page, "toast:requested", { id: "after", text: "after", timeout: 0 });
  await untilOnTop(after);
  expect(await page.locator(openMenu).count()).toBe(1);
  for (const toast of [before, after]) {
    await toast.getByRole("button", { name: "Close notification" }).tap();
    await toast.waitFor({ state: "detached" });
  }
  expect([visited.messages, await visited.violations()]).toEqual([[], []]);
  await visited.close();
});

test("B074 B167 a list of languages or regions that is opened on a desk does not lie above a toast, and stays open", async () => {
  const visited = await openListening(browser(), site(), "/", desk);
  const { page } = visited;
  const toast = page.locator("[data-toast]");
  await send(page, "toast:requested", { id: "before", text: "before\nit was opened", timeout: 0 });
  await untilOnTop(toast);
  await page.getByRole("button", { name: /^Language Selector / }).click();
  await untilOnTop(toast);
  expect(await page.locator("header :popover-open").count()).toBe(1);
  await page.keyboard.press("Escape");
  expect(await page.locator("header :popover-open").count()).toBe(0);
  await toast.getByRole("button", { name: "Close notification" }).click();
  expect([visited.messages, await visited.violations()]).toEqual([[], []]);
  await visited.close();
});

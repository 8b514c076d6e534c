import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { openLive } from "../releases/soft-visit.ts";

const { site, visit } = useSite("GGPPH");

test("B044 B074 a list of regions that was opened by a click closes when the pointer comes to the menu, whose panel it would cover, and not before", async () => {
  const { page, close } = await openLive(visit(), site(), "/");
  const header = page.getByRole("banner");
  const list = header.locator("[data-panel='list'] > [popover]").first();
  const item = header.locator("[data-panel='menu']").filter({ visible: true }).nth(1);
  await header.locator("[data-panel='list'] > button:visible").first().click();
  await expect.poll(() => list.evaluate((one) => one.matches(":popover-open"))).toBe(true);
  // Beside the list, and outside of the header.
  await page.mouse.move(100, 800);
  expect(await list.evaluate((one) => one.matches(":popover-open"))).toBe(true);
  await item.hover();
  await item.locator("[popover]").waitFor({ state: "visible" });
  await list.waitFor({ state: "hidden" });
  await close();
});

// A visitor has pressed something, and code never comes, another script has replaced functions of the history, the clock is changed, or the page is left.
import { expect, test } from "vitest";
import { holdScripts } from "../harness/hold-scripts.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { openLive } from "../releases/soft-visit.ts";

const { site, visit } = useSite("GGPPH");

test("B086 Page Top leads to the top at once while its code does not come, and moves the focus there when it does", async () => {
  const opening = await visit();
  const release = await holdScripts(opening.page, /\/_release\/shell\/.*\/first-touch\.js$/);
  const { page, close } = await openLive(Promise.resolve(opening), site(), "/about-us/");
  await page.evaluate(() => scrollTo(0, 1500));
  await page.locator("html[data-scroll='still']").waitFor();
  await page.locator("a[data-page-top]").click();
  expect(await page.evaluate(() => [scrollY, location.hash])).toEqual([0, ""]);
  release();
  await waitUntil(() => page.evaluate(() => document.activeElement?.matches("main > h1") ?? false), {
    what: "the focus on the heading",
  });
  await close();
});

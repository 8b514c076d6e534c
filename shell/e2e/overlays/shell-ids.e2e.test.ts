import { findFragmentProblems } from "@site/contracts/answers/find-fragment-problems";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { notice, visitFrom } from "../geography/placed-site.ts";
import { useSite } from "../harness/use-site.ts";
import { footerLink, untilCore } from "../releases/soft-visit.ts";
import { send } from "./overlay-visit.ts";

const { site, browser } = useSite("GGPPH", { kind: "placed" });

/** The ids of a page's elements that are not of a slot. */
function listShellIds(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[id]")].flatMap(({ id, parentElement }) =>
      parentElement?.closest('[id^="single-spa-application:"]') ? [] : id,
    ),
  );
}

/** Whether HTML of a remote may have an id. */
const isFree = (id: string): boolean => findFragmentProblems(`<p id="${id}">x</p>`).length === 0;

// A screen reader would say the remote's text in place of the notice's: browsers take the first element of an id.
test("no HTML of a remote can have an id that the shell gives a notice, a modal, a toast or the page without connection", async () => {
  const visited = await visitFrom(browser(), "AU");
  const { page, close } = visited;
  visited.expects("failed request", /ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${site().origin}/`);
  await untilCore(visited);
  const dialog = notice(page, "warning");
  await dialog.waitFor();
  const ids = await listShellIds(page);
  expect(ids).toEqual(expect.arrayContaining(await readNamed(page)));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await send(page, "modal:requested", { id: "welcome", title: "Welcome", text: "Hello.\n\nAgain." });
  await page.getByRole("dialog", { name: "Welcome" }).waitFor();
  ids.push(...(await readNamed(page)), ...(await listShellIds(page)));
  await page.keyboard.press("Escape");
  await send(page, "toast:requested", { text: "Saved", id: "saved" });
  await page.getByText("Saved").waitFor();
  ids.push(...(await listShellIds(page)));
  await page.context().setOffline(true);
  await footerLink(visited, site(), "privacy-policy").click();
  await page.locator("main").getByRole("link", { name: "Try again" }).waitFor();
  ids.push(...(await listShellIds(page)));
  expect([...new Set(ids)].filter(isFree)).toEqual([]);
  await close();
});

/** The ids by which the open dialog refers to its name and its description. */
async function readNamed(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  const given = [await dialog.getAttribute("aria-labelledby"), await dialog.getAttribute("aria-describedby")];
  return given.flatMap((text) => text?.split(" ") ?? []);
}

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";
import { findPanel, findRow, openOverlay, signIn, takePicture } from "./overlay-visit.ts";

let site: RunningSite;
let browser: OpenBrowser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite("GGPPH"), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const parts = {
  header: "header, header a",
  main: "main section, main h2, main p",
  footer: "footer, footer a",
};

/** The width and height of what is in each part of the page, in whole pixels, and the text of its content. */
const readParts = (page: Page): Promise<Record<keyof typeof parts | "text", string>> =>
  page.evaluate(({ header, main, footer }) => {
    const [ofHeader = "", ofMain = "", ofFooter = ""] = [header, main, footer].map((selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect())
        .map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`)
        .join(" "),
    );
    const text = document.querySelector("main")?.textContent.trim() ?? "";
    return { header: ofHeader, main: ofMain, footer: ofFooter, text };
  }, parts);

/** Signs in, comes to a page, and breaks the remote of a region there by a button of the overlay. @returns what the page was before */
async function breakRemote({ visit, path, island, how }: { visit: Visit; path: string; island: string; how: string }) {
  const { page } = visit;
  await signIn(visit, site, path);
  await untilCore(visit);
  const before = await readParts(page);
  const panel = await openOverlay(page);
  await findRow(panel, island).getByRole("button").click();
  await panel.getByRole("button", { name: how, exact: true }).click();
  await page.getByRole("region", { name: "Broken on purpose" }).waitFor();
  await untilCore(visit);
  return before;
}

test("a tester sees a page without the styles of a remote: it can be read, and the other regions are as always", async () => {
  const visit = await browser.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const { page } = visit;
  const before = await breakRemote({ visit, path: "/about-us/", island: "content/page", how: "No styles" });
  await takePicture(page, "unstyled-1440");
  const mark = page.getByRole("region", { name: "Broken on purpose" });
  expect(await mark.textContent()).toContain("The styles of content are missing");
  const { main, ...others } = await readParts(page);
  const { main: mainBefore, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  expect(main).not.toBe(mainBefore);

  // After a soft navigation too, and they are not fetched for it.
  const since = watchTraffic(visit);
  await footerLink(visit, site, "privacy-policy").evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/privacy-policy/");
  await page.goBack();
  await page.waitForURL("**/about-us/");
  await page.waitForFunction((text) => document.querySelector("main")?.textContent.trim() === text, before.text);
  expect(since().documents).toEqual([]);
  expect(
    visit.requests.map((request) => request.url()).filter((url) => /\/_release\/content\/.*\.css/.test(url)),
  ).toEqual([]);
  expect((await readParts(page)).main).not.toBe(mainBefore);

  await mark.getByRole("button", { name: "Mend content" }).click();
  await mark.waitFor({ state: "detached" });
  expect(await readParts(page)).toEqual(before);
  await visit.close();
});

test("a tester sees that an element which a remote leaves open ends with its region, and that React repairs it there", async () => {
  const visit = await browser.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const { page } = visit;
  visit.expects("hydration", /^Hydration was repaired/);
  const before = await breakRemote({ visit, path: "/about-us/", island: "navigation/header", how: "Broken HTML" });
  await takePicture(page, "unclosed-1440");
  const header = page.locator("[id='single-spa-application:navigation/header']");
  expect(await header.locator("> section").count()).toBe(1);
  expect(await header.locator("main, footer").count()).toBe(0);
  const { main, text } = await readParts(page);
  expect({ main, text }).toEqual({ main: before.main, text: before.text });
  const panel = await openOverlay(page);
  const listed = await panel.getByRole("listitem").count();
  await touchIslands(page);
  await findRow(panel, "navigation/header")
    .getByText(/hydrated/)
    .waitFor();
  // The regions of other remotes inside of it stay, and with them the rows of the list.
  expect(await panel.getByRole("listitem").count()).toBe(listed);
  expect(await header.locator("> section").count()).toBe(0);
  await panel.getByRole("tab", { name: /^Errors/ }).click();
  await findPanel(page).getByText("navigation/header: React replaced the server's HTML").waitFor();
  // The overlay mends it too, and comes back to the place in the page.
  await page.evaluate(() => (location.hash = "#main"));
  await panel.getByRole("tab", { name: /^Regions/ }).click();
  await findRow(panel, "navigation/header").getByRole("button").click();
  await panel.getByRole("button", { name: "Mend navigation" }).click();
  await page.getByRole("region", { name: "Broken on purpose" }).waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site.origin}/about-us/#main`);
  await visit.close();
});

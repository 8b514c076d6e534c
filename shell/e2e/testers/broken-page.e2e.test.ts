import type { Page } from "playwright";
import { afterEach, expect, test } from "vitest";
import { touchIslands } from "../harness/touch-islands.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";
import {
  expectAccessible,
  findPanel,
  findRow,
  narrow,
  openOverlay,
  shareTester,
  takePicture,
  wide,
} from "./overlay-visit.ts";

// What each test breaks, it mends.
const used = useSite("GGPPH");
const { site } = used;
const tester = shareTester(used);
afterEach(() => tester().page.unrouteAll());

async function open(path: string): Promise<void> {
  await tester().page.goto(`${site().origin}${path}`);
  await untilCore(tester());
}

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

/** Opens a page, and breaks the remote of a region there by a button of the overlay. @returns what the page was before */
async function breakRemote({ path, island, how }: { path: string; island: string; how: string }) {
  const { page } = tester();
  await open(path);
  const before = await readParts(page);
  const panel = await openOverlay(page);
  await findRow(panel, island).getByRole("button").click();
  await panel.getByRole("button", { name: how, exact: true }).click();
  await page.getByRole("region", { name: "Broken on purpose" }).waitFor();
  await untilCore(tester());
  return before;
}

test("a tester sees a page without the styles of a remote: it can be read, and the other regions are as always", async () => {
  const { page } = tester();
  const from = tester().requests.length;
  const before = await breakRemote({ path: "/about-us/", island: "content/page", how: "No styles" });
  await takePicture(page, "unstyled-1440");
  const mark = page.getByRole("region", { name: "Broken on purpose" });
  expect(await mark.textContent()).toContain("The styles of content are missing");
  const { main, ...others } = await readParts(page);
  const { main: mainBefore, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  expect(main).not.toBe(mainBefore);

  // After a soft navigation too, and they are not fetched for it.
  const since = watchTraffic(tester());
  await footerLink(tester(), site(), "privacy-policy").evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/privacy-policy/");
  await page.goBack();
  await page.waitForURL("**/about-us/");
  await page.waitForFunction((text) => document.querySelector("main")?.textContent.trim() === text, before.text);
  expect(since().documents).toEqual([]);
  expect(
    tester()
      .requests.slice(from)
      .map((request) => request.url())
      .filter((url) => /\/_release\/content\/.*\.css/.test(url)),
  ).toEqual([]);
  expect((await readParts(page)).main).not.toBe(mainBefore);

  await mark.getByRole("button", { name: "Mend content" }).click();
  await mark.waitFor({ state: "detached" });
  expect(await readParts(page)).toEqual(before);
});

test("a tester sees which files of a page are missing: those from before the overlay ran, and a picture that comes later", async () => {
  const { page } = tester();
  tester().expects("failed request", /\/assets\/logo\.svg|\/assets\/flags\//);
  tester().permits("console error", /Failed to load resource/);
  await page.route("**/assets/logo.svg", (route) => route.fulfill({ status: 404 }));
  await page.route("**/assets/flags/*", (route) => route.abort());
  await page.setViewportSize(narrow);
  await open("/about-us/");
  const panel = await openOverlay(page);
  await panel.getByRole("tab", { name: /^Errors/ }).click();
  await panel.getByText("The server answered 404: /assets/logo.svg").waitFor();
  await page.evaluate(() => {
    const flag = new Image();
    flag.src = "/assets/flags/ph.svg";
    document.querySelector("main")?.append(flag);
  });
  await panel.getByText("It could not be loaded: /assets/flags/ph.svg").waitFor();
  await panel.getByRole("tab", { name: "Report" }).click();
  expect(await panel.getByRole("textbox").inputValue()).toContain("ms: The server answered 404: /assets/logo.svg");
});

test("a tester breaks a remote, sees what a visitor would, reads why, reports it, and mends it", async () => {
  const { page } = tester();
  await open("/");
  tester().expects("failed request", /^500 GET \/_release\/navigation\/.*~fail\//);
  tester().permits("console error", /Failed to load resource|RUNTIME-008|navigation/);
  let panel = await openOverlay(page);
  await findRow(panel, "navigation/header").getByRole("button").click();
  await page.evaluate(() => (location.hash = "#main"));
  // What fails before the overlay's script runs is told as well.
  const failed = Promise.withResolvers<void>();
  await page.route("**/-/overlay/*.js", async (route) => {
    await failed.promise;
    await route.continue();
  });
  await panel.getByRole("button", { name: "Fail", exact: true }).click();
  const mark = page.getByRole("region", { name: "Broken on purpose" });
  await mark.waitFor();
  expect(page.url()).toBe(`${site().origin}/#main`);
  expect(await mark.textContent()).toContain("The scripts of navigation are answered with an error");
  await untilCore(tester());
  await touchIslands(page);
  // The server's HTML stays, as for a visitor.
  expect(await page.locator("header nav").first().textContent()).not.toBe("");
  await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { message: "An early error" })));
  expect(await mark.getByRole("button", { name: "Overlay" }).isDisabled()).toBe(true);
  await waitUntil(async () => (await tester().events()).some(({ name }) => name === "remote:failed"), {
    what: "the failure",
  });
  failed.resolve();
  await mark.getByRole("button", { name: "Overlay", disabled: false }).press("Enter");
  panel = findPanel(page);
  await findRow(panel, "navigation/header").getByText("broken").waitFor();
  await takePicture(page, "broken-1440");
  await page.setViewportSize(narrow);
  await takePicture(page, "broken-390");
  await expectAccessible(page);
  await page.setViewportSize(wide);
  await panel.getByRole("tab", { name: /^Errors/ }).click();
  expect(await panel.getByRole("tabpanel").textContent()).toMatch(/An early error[^]*navigation\/header .*load/);
  await takePicture(page, "errors-1440");
  await panel.getByRole("tab", { name: "Report" }).click();
  const report = await panel.getByRole("textbox").inputValue();
  expect(report).toContain("- Broken on purpose: the scripts of navigation are answered with an error");
  expect(report).toMatch(/- navigation\/header: broken/);
  const [, link = ""] = /- Shown again by: (\S+)/.exec(report) ?? [];
  await mark.getByRole("button", { name: "Mend navigation" }).click();
  await mark.waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site().origin}/#main`);
  await untilCore(tester());
  await touchIslands(page);
  panel = await openOverlay(page);
  await findRow(panel, "navigation/header")
    .getByText(/hydrated/)
    .waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "See other releases" }).waitFor();
});

test("a tester sees that an element which a remote leaves open ends with its region, and that React repairs it there", async () => {
  const { page } = tester();
  tester().expects("hydration", /^Hydration was repaired/);
  const before = await breakRemote({ path: "/about-us/", island: "navigation/header", how: "Broken HTML" });
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
  expect(page.url()).toBe(`${site().origin}/about-us/#main`);
});

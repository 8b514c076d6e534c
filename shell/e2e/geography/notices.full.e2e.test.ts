import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, untilCore } from "../releases/soft-visit.ts";
import {
  countFetches,
  from,
  listNotices,
  moveTo,
  notice,
  noticeTitles,
  readClosed,
  startPlacedSite,
  visitFrom,
} from "./placed-site.ts";
import { sampledCases } from "../harness/sampled.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

const { site, browser } = useOwnSite(() => startPlacedSite());

async function open(place: string, path: string, options?: Parameters<typeof visitFrom>[2]): Promise<Visit> {
  const visited = await visitFrom(browser(), place, options);
  await visited.page.goto(`${site().origin}${path}`);
  await untilCore(visited);
  return visited;
}

/** Goes to the download page as a visitor does who follows a link. */
async function goToDownload(visited: Visit): Promise<void> {
  await visited.page.locator("a[href='/download/']").first().dispatchEvent("click");
  await expectShown(visited, site(), "/download/");
}

/** The header of a visitor at an address, as a trusted proxy writes it. */
const at = (address: string): Record<string, string> => ({ "x-forwarded-for": address });

const isLocked = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === "hidden");

test("B134 B140 B146 in a window that is lower than the warning it is read from its title, and Tab leads to its button", async () => {
  const visited = await open("AU", "/", { viewport: { width: 320, height: 256 }, reducedMotion: "reduce" });
  const { page, close } = visited;
  const dialog = notice(page, "warning");
  await dialog.waitFor();
  const title = dialog.getByRole("heading", { name: noticeTitles.warning });
  expect(await isInWindow(title)).toBe(true);
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectSound(page);
  await page.keyboard.press("Tab");
  const button = dialog.getByRole("button", { name: "OK", exact: true });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await waitUntil(() => isInWindow(button), { what: "the button in the window" });
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await close();
});

/** Whether the whole of an element is inside of the window. */
const isInWindow = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** An automated check of accessibility finds nothing in the notice, nothing of it sticks out, and its images have their size. */
async function expectSound(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  expect(await findAxeViolations(page, "dialog")).toEqual([]);
  expect(
    await dialog.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { fits: element.scrollWidth <= element.clientWidth, inside: left >= 0 && right <= innerWidth };
    }),
  ).toEqual({ fits: true, inside: true });
  for (const size of await dialog
    .locator("img")
    .evaluateAll((all) =>
      all.map((one) => `${one.getBoundingClientRect().width} x ${one.getBoundingClientRect().height}`),
    ))
    expect(size).toBe("96 x 96");
}

test("B134 B140 the whole warning is said when it opens, and not its title alone", async () => {
  const { page, close } = await open("AU", "/");
  const dialog = notice(page, "warning");
  await dialog.waitFor();
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const said = nodes.flatMap(({ role, description }) => (role?.value === "dialog" ? [String(description?.value)] : []));
  expect(said).toEqual([await dialog.locator("p").innerText()]);
  await close();
});

test("B135 B137 the warning is on home and the download page and on no other, however a visitor gets there; a page that is measured shows none, and the next one does", async () => {
  const visited = await open("AU", "/contact/");
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code" });
  await goToDownload(visited);
  await notice(visited.page, "warning").waitFor();
  // Leaving is not closing.
  await visited.page.goBack();
  await expectShown(visited, site(), "/contact/");
  await notice(visited.page, "warning").waitFor({ state: "detached" });
  expect(await readClosed(visited)).toEqual({ cookie: undefined, storage: null });
  await visited.page.goForward();
  await notice(visited.page, "warning").waitFor();
  expect(await listNotices(visited)).toEqual(["region-warning /download/", "region-warning /download/"]);
  // Its warning was not closed.
  visited.requests.length = 0;
  await visited.page.goto(`${site().origin}/?lighthouse`);
  await untilCore(visited);
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code of the measured page" });
  await goToDownload(visited);
  await notice(visited.page, "warning").waitFor();
  expect(await listNotices(visited)).toEqual(["region-warning /download/"]);
  await visited.close();
});

test("B134 B139 B140 visitors from a country under a warning read on home that real money gambling is not offered there; closing it with OK sets closeRM=1 in cookie and storage, and no page shows or asks again", async () => {
  const visited = await open("AU", "/");
  const { page, messages, violations } = visited;
  const dialog = notice(page, "warning");
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain("informational only");
  expect(
    await dialog.evaluate((element) => element.matches(":modal") && element.contains(document.activeElement)),
  ).toBe(true);
  expect(await isLocked(page)).toBe(true);
  await dialog.getByRole("button", { name: "OK", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await isLocked(page)).toBe(false);
  expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
  await goToDownload(visited);
  expect(await listNotices(visited)).toEqual(["region-warning /"]);
  await expectNotAsked(visited, "/");
  expect(messages).toEqual([]);
  expect(await violations()).toEqual([]);
  await visited.close();
});

test.for(sampledCases(1, ["outside", "Escape"]))(
  "B139 closing the warning by %s sets closeRM=1 in cookie and storage, and no page shows or asks again",
  async (way) => {
    const visited = await open("AU", "/download/");
    const { page } = visited;
    const dialog = notice(page, "warning");
    await dialog.waitFor();
    if (way === "Escape") await page.keyboard.press("Escape");
    else await page.mouse.click(10, 450);
    await dialog.waitFor({ state: "detached" });
    expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
    await expectNotAsked(visited, "/download/");
    await visited.close();
  },
);

/** Loads a page anew that knows from its start that a notice was closed. */
async function expectNotAsked(visited: Visit, path: string): Promise<void> {
  const { asked } = countFetches(visited);
  await visited.page.goto(`${site().origin}${path}`);
  await untilCore(visited);
  expect({ ...countFetches(visited), notices: await listNotices(visited) }).toMatchObject({ asked, notices: [] });
  expect(await visited.page.evaluate(() => document.documentElement.dataset["closeRm"])).toBe("1");
}

test("B122 B136 a visitor whose storage says that a notice was closed sees none, also without the cookie, and a download starts by itself", async () => {
  const visited = await visitFrom(browser(), "AU");
  const { page, close } = visited;
  const installers: string[] = [];
  await page.route("**/download/installer/*", async (route) => {
    installers.push(route.request().url());
    await route.fulfill({ status: 204 });
  });
  await page.goto(`${site().origin}/assets/favicon.svg`);
  await page.evaluate(() => localStorage.setItem("closeRM", "1"));
  await page.goto(`${site().origin}/download/?auto=1`, { waitUntil: "commit" });
  await waitUntil(() => installers.length > 0, { what: "the download" });
  expect(await listNotices(visited)).toEqual([]);
  await page.context().clearCookies();
  visited.requests.length = 0;
  await page.goto(`${site().origin}/`);
  await page.waitForFunction(() => window.isRegionSettled);
  expect(countFetches(visited).code).toBe(1);
  await page.evaluate(() => localStorage.setItem("closeRM", "0"));
  await goToDownload(visited);
  await notice(page, "warning").waitFor();
  expect(await listNotices(visited)).toEqual(["region-warning /download/"]);
  await close();
});

test("B138 B141 B150 B154 B155 the whitelisted, crawlers and visitors from where no notice is for are shown none, and fetch no code for one", async () => {
  const visited = await visitFrom(browser(), "PH");
  await visited.page.goto(`${site().origin}/assets/favicon.svg`);
  for (const [visitor, place, headers] of sampledCases<[string, string, Record<string, string>]>(5, [
    ["whitelisted, from a country under a warning", "AU", at("203.0.113.40")],
    [
      "a crawler in Ontario",
      "CA-ON",
      { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
    ],
    ["of unknown country", "XX", {}],
    ["of the site's own country", "PH", {}],
    ["from a blocked country", "US", {}],
    ["whitelisted, in Ontario", "CA-ON", at("203.0.113.41")],
    ["whitelisted, from a country that has a site", "DE", at("203.0.113.42")],
    [
      "a crawler in a country under a warning",
      "AU",
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    ],
  ])) {
    await moveTo(visited, place, headers);
    await visited.page.goto(`${site().origin}/`);
    await untilCore(visited);
    await waitUntil(() => countFetches(visited).asked > 0, { what: "the question" });
    await visited.page.waitForLoadState("networkidle");
    expect({ visitor, ...countFetches(visited), notices: await listNotices(visited) }).toEqual({
      visitor,
      asked: 1,
      code: 0,
      notices: [],
    });
  }
  await visited.close();
});

test.for(sampledCases(2, ["/", "/no-such-page/", "/contact/", "/download/"]))(
  "B143 B144 B146 B151 a visitor in Ontario is told on %s, with two images of 96 x 96, and the page does not scroll",
  async (path) => {
    const visited = await open("CA-ON", path, { reducedMotion: "reduce" });
    const { page, close } = visited;
    if (path === "/no-such-page/") visited.expects("failed request", /^404 GET .*\/no-such-page\/$/);
    const dialog = notice(page, "ontario");
    await dialog.waitFor();
    const images = dialog.locator("img");
    await waitUntil(
      () => images.evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0)),
      { what: "the images" },
    );
    const sizes = await images.evaluateAll((all) =>
      all.map((one) => [
        one.getAttribute("width"),
        one.getAttribute("height"),
        one.getBoundingClientRect().width,
        one.getBoundingClientRect().height,
      ]),
    );
    expect(sizes).toEqual([
      ["96", "96", 96, 96],
      ["96", "96", 96, 96],
    ]);
    expect(await isLocked(page)).toBe(true);
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expectSound(page);
    await close();
  },
);

test("B140 B144 B145 B156 the keyboard alone reaches everything in Ontario's notice; closing it closes the warning's and the main site's too, for good", async () => {
  const visited = await open("CA-ON", "/contact/", { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
  const { page } = visited;
  await notice(page, "ontario").waitFor();
  await expectSound(page);
  // The narrowest phones that there are: both flags keep their size and stand beside each other.
  await page.setViewportSize({ width: 280, height: 653 });
  expect(await notice(page, "ontario").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  // A phone of 390 pixels at 200 % zoom has no room for two: none is cut off.
  await page.setViewportSize({ width: 195, height: 422 });
  expect(await notice(page, "ontario").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  const names: string[] = [];
  for (let press = 0; press < 3; press += 1) {
    names.push(await page.evaluate(() => document.activeElement?.textContent ?? ""));
    await page.keyboard.press("Tab");
  }
  expect(names).toEqual(["Go to the site for Canada", "Stay here", "Go to the site for Canada"]);
  await page.keyboard.press("Enter");
  await notice(page, "ontario").waitFor({ state: "detached" });
  expect(await isLocked(page)).toBe(false);
  expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
  const { asked } = countFetches(visited);
  for (const place of ["CA-ON", "AU", "DE"]) {
    const [country = "", region = ""] = place.split("-");
    await page.setExtraHTTPHeaders({ "cf-ipcountry": country, "cf-region-code": region });
    await page.goto(`${site().origin}/`);
    await untilCore(visited);
    expect({ place, notices: await listNotices(visited), asked: countFetches(visited).asked }).toEqual({
      place,
      notices: [],
      asked,
    });
  }
  await visited.close();
});

test("B147 B149 B150 from Ontario and from Germany the notice's button leads to that region's site, with every parameter the page has by then", async () => {
  const visited = await visitFrom(browser(), "PH");
  const { page, close } = visited;
  const answered: string[] = [];
  await page.route("**/region/**", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    answered.push(`${new URL(route.request().url()).pathname} ${response.status()} ${response.headers()["location"]}`);
    await route.fulfill({ status: 204 });
  });
  for (const [place, title, id, target] of [
    ["CA-ON", "ontario", "GGPCA", "https://ca.ggp.example/"],
    ["DE", "mainSite", "GGPDE", "https://de.ggp.example/"],
  ] as const) {
    await page.setExtraHTTPHeaders(from(place));
    await page.goto(`${site().origin}/?utm_source=a%26b&x=1&x=2&from=${place}#bonus`);
    await untilCore(visited);
    await notice(page, title).waitFor();
    await page.evaluate(() =>
      history.replaceState(history.state, "", "/?utm_source=a%26b&x=1&x=2&late=%2F%2Fevil.example"),
    );
    await notice(page, title).getByRole("link").click();
    await waitUntil(() => answered.length > 0, { what: `the way from ${place}` });
    expect(answered.splice(0)).toEqual([
      `/region/${id} 302 ${target}?utm_source=a%26b&x=1&x=2&late=%2F%2Fevil.example`,
    ]);
  }
  await close();
});

test("B150 B151 B152 a visitor whose country has a site of its own is offered it on home only, and may stay", async () => {
  const visited = await open("CA-QC", "/contact/");
  const { page } = visited;
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code" });
  await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
  await expectShown(visited, site(), "/privacy-policy/");
  expect(await listNotices(visited)).toEqual([]);
  for (const [place, country] of [
    ["CA-QC", "Canada"],
    ["DE", "Germany"],
    ["GB", "United Kingdom"],
  ] as const) {
    await moveTo(visited, place);
    await page.goto(`${site().origin}/`);
    await untilCore(visited);
    const dialog = notice(page, "mainSite");
    await dialog.waitFor();
    expect(await dialog.locator("figcaption").allInnerTexts()).toEqual(["Philippines", country]);
    expect(await isLocked(page)).toBe(true);
    if (place === "DE") await expectSound(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
  }
  await visited.close();
});

import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { type Arrival, useArrivals } from "../harness/use-arrivals.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, untilCore } from "../releases/soft-visit.ts";
import {
  countFetches,
  from,
  listNotices,
  notice,
  noticeTitles,
  personAgent,
  readClosed,
  visitFrom,
} from "./placed-site.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

const { site, browser } = useSite("GGPPH", { kind: "placed" });
const arrive = useArrivals(site, () => visitFrom(browser(), undefined));
/** Without animations, for which an automated check of accessibility would have to wait. */
const arriveCalm = useArrivals(site, () => visitFrom(browser(), undefined, { reducedMotion: "reduce" }));

/** Windows: a phone's, which costs the browser less, and a desk's, in which there is room beside a notice. */
const [phone, desk] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function open(
  place: string,
  path: string,
  { isCalm = false, viewport = phone, ...arrival }: Arrival & { isCalm?: boolean } = {},
): Promise<Visit> {
  const visited = await (isCalm ? arriveCalm : arrive)(path, { ...arrival, viewport, headers: from(place) });
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
  const { page } = await open("AU", "/", { viewport: { width: 320, height: 256 }, isCalm: true });
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
});

/** Whether the whole of an element is inside of the window. */
const isInWindow = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/**
 * An automated check of accessibility finds nothing in the notice, nothing of it sticks out, and its images have their size.
 * @param isChecked whether it is checked: in a sample each notice once, and Ontario's in both widths
 */
async function expectSound(page: Page, isChecked = true): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (isChecked) expect(await findAxeViolations(page, "dialog")).toEqual([]);
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

test("B135 B137 B139 the warning is on home and the download page and on no other, however a visitor gets there; a page that is measured shows none, and the next one does; a press outside closes it", async () => {
  const visited = await open("AU", "/contact/", { viewport: desk });
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
  await visited.page.mouse.click(10, 450);
  await expectClosed(visited);
});

test("B134 B139 B140 visitors from a country under a warning read on home that real money gambling is not offered there; the whole warning is said when it opens, and not its title alone; closing it with OK sets closeRM=1 in cookie and storage, and no page shows or asks again", async () => {
  const visited = await open("AU", "/");
  const { page, messages, violations } = visited;
  const dialog = notice(page, "warning");
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain("informational only");
  expect(
    await dialog.evaluate((element) => element.matches(":modal") && element.contains(document.activeElement)),
  ).toBe(true);
  expect(await listSaidOfDialogs(page)).toEqual([await dialog.locator("p").innerText()]);
  expect(await isLocked(page)).toBe(true);
  await dialog.getByRole("button", { name: "OK", exact: true }).click();
  await expectClosed(visited);
  expect(await isLocked(page)).toBe(false);
  await goToDownload(visited);
  expect(await listNotices(visited)).toEqual(["region-warning /"]);
  await expectNotAsked(visited, "/");
  expect(messages).toEqual([]);
  expect(await violations()).toEqual([]);
});

/** What a screen reader says of each dialog after its title. */
async function listSaidOfDialogs(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  await client.detach();
  return nodes.flatMap(({ role, description }) => (role?.value === "dialog" ? [String(description?.value)] : []));
}

/** The warning is closed, and cookie and storage say so, as after it was closed with its button. */
async function expectClosed(visited: Visit): Promise<void> {
  await notice(visited.page, "warning").waitFor({ state: "detached" });
  expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
}

/** Loads a page anew that knows from its start that a notice was closed. */
async function expectNotAsked(visited: Visit, path: string): Promise<void> {
  const { asked } = countFetches(visited);
  await visited.page.goto(`${site().origin}${path}`);
  await untilCore(visited);
  expect({ ...countFetches(visited), notices: await listNotices(visited) }).toMatchObject({ asked, notices: [] });
  expect(await visited.page.evaluate(() => document.documentElement.dataset["closeRm"])).toBe("1");
}

test("B122 B136 B139 a visitor whose storage says that a notice was closed sees none, also without the cookie, and a download starts by itself; one whose storage says otherwise sees it, and Escape closes it", async () => {
  const visited = await arrive("/assets/favicon.svg", { headers: from("AU") });
  const { page } = visited;
  const installers: string[] = [];
  await page.route("**/download/installer/*", async (route) => {
    installers.push(route.request().url());
    await route.fulfill({ status: 204 });
  });
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
  await page.keyboard.press("Escape");
  await expectClosed(visited);
});

/** Visitors for whom no notice is, with the rule that the site says they are under, from which the page decides. */
const unnoticed: [visitor: string, rule: string, place: string, headers?: Record<string, string>][] = [
  ["whitelisted, from a country under a warning", "none", "AU", at("203.0.113.40")],
  ["from a blocked country", "blocked", "US"],
  ["of unknown country", "none", "XX"],
  ["of the site's own country", "none", "PH"],
  ["whitelisted, in Ontario", "none", "CA-ON", at("203.0.113.41")],
  ["whitelisted, from a country that has a site", "none", "DE", at("203.0.113.42")],
  [
    "a crawler in Ontario",
    "none",
    "CA-ON",
    { "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
  ],
  [
    "a crawler in a country under a warning",
    "none",
    "AU",
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  ],
];

test("B138 B141 B150 B154 B155 the whitelisted, crawlers and visitors from where no notice is for are shown none, and fetch no code for one", async () => {
  for (const [visitor, expected, place, headers] of unnoticed) {
    const response = await fetch(`${site().origin}/api/visitor`, {
      headers: { "user-agent": personAgent, ...from(place), ...headers },
    });
    const { rule, notice: ownNotice, mainSite } = JSON.parse(await response.text());
    expect({ visitor, rule, ownNotice, mainSite }).toEqual({
      visitor,
      rule: expected,
      ownNotice: undefined,
      mainSite: null,
    });
  }
  for (const [visitor, , place, headers] of sampledCases(2, unnoticed)) {
    const visited = await arrive("/", { headers: { ...from(place), ...headers } });
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
});

test.for(sampledCases(1, ["/no-such-page/", "/contact/", "/download/"]))(
  "B143 B144 B146 B151 a visitor in Ontario is told on %s, with two images of 96 x 96, and the page does not scroll",
  async (path) => {
    const visited = await open("CA-ON", path, { viewport: desk, isCalm: true });
    if (path === "/no-such-page/") visited.expects("failed request", /^404 GET .*\/no-such-page\/$/);
    await expectOntarioNotice(visited.page);
  },
);

/** Ontario's notice is shown, with its two images in their size, and the page beneath does not scroll. */
async function expectOntarioNotice(page: Page, isChecked?: boolean): Promise<void> {
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
  await expectSound(page, isChecked);
}

test("B140 B144 B145 B156 the keyboard alone reaches everything in Ontario's notice; closing it closes the warning's and the main site's too, for good", async () => {
  const visited = await open("CA-ON", "/contact/", { viewport: { width: 320, height: 640 }, isCalm: true });
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
  for (const place of sampledCases(2, ["AU", "DE", "CA-ON"])) {
    await page.setExtraHTTPHeaders(from(place));
    await page.goto(`${site().origin}/`);
    await untilCore(visited);
    expect({ place, notices: await listNotices(visited), asked: countFetches(visited).asked }).toEqual({
      place,
      notices: [],
      asked,
    });
  }
});

test("B143 B144 B146 B147 B149 B150 B151 visitors from Ontario and from Germany are told on home; the notice's button leads to that region's site, with every parameter the page has by then", async () => {
  const visited = await arriveCalm("/assets/favicon.svg");
  const { page } = visited;
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
    if (title === "ontario") await expectOntarioNotice(page, sampled({ all: true, sample: false }));
    else await expectMainSiteOffered(page, "Germany");
    await page.evaluate(() =>
      history.replaceState(history.state, "", "/?utm_source=a%26b&x=1&x=2&late=%2F%2Fevil.example"),
    );
    await notice(page, title).getByRole("link").click();
    await waitUntil(() => answered.length > 0, { what: `the way from ${place}` });
    expect(answered.splice(0)).toEqual([
      `/region/${id} 302 ${target}?utm_source=a%26b&x=1&x=2&late=%2F%2Fevil.example`,
    ]);
  }
});

/** The notice of a visitor whose country has a site of its own names both countries, and locks the page. */
async function expectMainSiteOffered(page: Page, country: string, isChecked?: boolean): Promise<void> {
  const dialog = notice(page, "mainSite");
  await dialog.waitFor();
  expect(await dialog.locator("figcaption").allInnerTexts()).toEqual(["Philippines", country]);
  expect(await isLocked(page)).toBe(true);
  await expectSound(page, isChecked);
}

test("B150 B151 B152 a visitor whose country has a site of its own is offered it on home only, and may stay", async () => {
  const visited = await open("CA-QC", "/contact/", { isCalm: true });
  const { page } = visited;
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code" });
  await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
  await expectShown(visited, site(), "/privacy-policy/");
  expect(await listNotices(visited)).toEqual([]);
  for (const [place, country] of sampledCases(1, [
    ["CA-QC", "Canada"],
    ["DE", "Germany"],
    ["GB", "United Kingdom"],
  ])) {
    await open(place, "/", { isCalm: true });
    await expectMainSiteOffered(page, country, sampled({ all: true, sample: false }));
    await page.keyboard.press("Escape");
    await notice(page, "mainSite").waitFor({ state: "detached" });
    expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
  }
});

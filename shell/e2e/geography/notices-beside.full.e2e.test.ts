// The notices beside what else is on a page: remotes that fail or interfere, open menus, downloads.
import type { Route } from "playwright";
import { expect, test } from "vitest";
import { sampledCases } from "../harness/sampled.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { type Arrive, useArrivals } from "../harness/use-arrivals.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink } from "../releases/soft-visit.ts";
import { countFetches, from, listNotices, notice, readClosed, visitFrom } from "./placed-site.ts";
import { holdScripts } from "../harness/hold-scripts.ts";

const { site, browser } = useSite("GGPPH", { kind: "placed" });
const arrive = useArrivals(site, () => visitFrom(browser(), undefined));
/** A phone's window, which costs the browser less than a desk's. */
const phone = { width: 390, height: 844 };
/** Opens a page whose core, which asks where the visitor is, is fetched at once. */
const arriveLive: Arrive = async (path, arrival) => {
  const visited = await arrive(path, { viewport: phone, ...arrival });
  await hurryCore(visited.page);
  return visited;
};

const deadRemotes = /\/_release\/(navigation|download|support-chat|content|compliance)\//;

test.for(
  sampledCases(1, [
    ["AU", "warning"],
    ["CA-ON", "ontario"],
    ["DE", "mainSite"],
  ]),
)("B134 B144 B150 the notice for %s is shown and closed with every remote dead", async ([place, title]) => {
  const visited = await arriveLive("/", {
    headers: from(place),
    prepare: (page) => page.route(deadRemotes, (route) => route.abort()),
  });
  const { page } = visited;
  visited.expects("failed request", /_FAILED GET \/_release\/(navigation|download|support-chat|content|compliance)\//);
  await notice(page, title).waitFor();
  await page.keyboard.press("Escape");
  await notice(page, title).waitFor({ state: "detached" });
  expect(await readClosed(visited)).toEqual({ cookie: "1", storage: "1" });
  // A touch of a region asks for the code of its remote.
  const refused = page.waitForEvent("requestfailed", (request) =>
    /\/_release\/navigation\/.*\.js$/.test(request.url()),
  );
  await page.locator("header button[popovertarget]:visible").first().click();
  await refused;
});

test("B156 a notice that the visitor closes in one tab is closed in the others, where what waits for the region goes on", async () => {
  const { page } = await arriveLive("/contact/", { headers: from("CA-ON") });
  await notice(page, "ontario").waitFor();
  const other = await page.context().newPage();
  await other.setExtraHTTPHeaders(from("CA-ON"));
  await other.setViewportSize(phone);
  await other.goto(`${site().origin}/house-rules/`);
  await hurryCore(other);
  await notice(other, "ontario").waitFor();
  await notice(other, "ontario").getByRole("button", { name: "Stay here" }).click();
  await notice(page, "ontario").waitFor({ state: "detached" });
  expect(await page.evaluate(() => window.isRegionSettled)).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe("hidden");
  await other.close();
});

test("B134 no remote can keep a warning from being shown, or from being closed", async () => {
  const visited = await visitFrom(browser(), "AU", { viewport: phone });
  const { page, close } = visited;
  await page.addInitScript(() => {
    for (const name of ["before-open", "before-close"]) {
      window.addEventListener(`site:modal:${name}`, (event) => {
        if (event instanceof CustomEvent) event.detail.stop();
      });
    }
  });
  await page.goto(`${site().origin}/`);
  await hurryCore(page);
  await notice(page, "warning").waitFor();
  await notice(page, "warning").getByRole("button", { name: "OK" }).click();
  await notice(page, "warning").waitFor({ state: "detached" });
  await close();
});

test.for(
  sampledCases(2, [
    ["answered once with 503", 1, (route: Route) => route.fulfill({ status: 503, body: "<html>Busy" })],
    ["answered twice with 502", 2, (route: Route) => route.fulfill({ status: 502, body: "<html>Bad gateway" })],
    ["cut off once", 1, (route: Route) => route.abort()],
  ]),
)(
  "B134 B230 the warning is shown all the same when the question for the visitor's place is %s",
  async ([, times, answer]) => {
    const visited = await arriveLive("/", {
      headers: from("AU"),
      prepare: (page) => page.route("**/api/visitor", answer, { times }),
    });
    const { page } = visited;
    visited.expects("failed request", /^(50[23]|net::ERR_FAILED) GET \/api\/visitor$/);
    await notice(page, "warning").waitFor();
    expect(countFetches(visited).asked).toBe(2);
    expect(await listNotices(visited)).toEqual(["region-warning /"]);
  },
);

test("B134 a warning whose code could not be fetched is shown on the next page that calls for it", async () => {
  const visited = await arriveLive("/download/", {
    headers: from("AU"),
    prepare: (page) => page.route(/\/modals\.js$/, (route) => route.abort(), { times: 1 }),
  });
  const { page } = visited;
  visited.expects("failed request", /_FAILED GET .*\/modals\.js$/);
  visited.expects("console error", /^ChunkLoadError: Loading chunk modals failed/);
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code" });
  await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
  await expectShown(visited, site(), "/privacy-policy/");
  await visited.page.goBack();
  await notice(page, "warning").waitFor();
  expect(await listNotices(visited)).toEqual(["region-warning /download/"]);
});

test.for(
  sampledCases(1, [
    ["the full-screen menu", 390, "header button[popovertarget]:visible"],
    ["a panel of the main menu", 1440, "header nav button[popovertarget]:visible"],
  ]),
)("B134 a warning leaves %s open and comes when its visitor has closed it", async ([, width, toggle]) => {
  let release: (() => void) | undefined;
  const visited = await arrive("/", {
    headers: from("AU"),
    viewport: { width, height: 844 },
    async prepare(page) {
      release = await holdScripts(page, /\/api\/visitor$/);
    },
  });
  const { page } = visited;
  // By the keyboard: the pointer would show some of them by hovering.
  await page.locator(toggle).first().focus();
  await page.keyboard.press("Enter");
  const menu = page.locator("header :popover-open");
  await menu.waitFor();
  release?.();
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code" });
  await page.waitForLoadState("networkidle");
  expect({ open: await menu.count(), notices: await listNotices(visited) }).toEqual({ open: 1, notices: [] });
  await page.keyboard.press("Escape");
  await notice(page, "warning").waitFor();
  expect(await menu.count()).toBe(0);
  await notice(page, "warning").getByRole("button", { name: "OK" }).click();
  await notice(page, "warning").waitFor({ state: "detached" });
});

test("B044 B134 a warning leaves a panel open that hovering shows, and comes when the pointer has left it", async () => {
  const visited = await arrive("/", { headers: from("AU") });
  const { page } = visited;
  const item = page.locator("header nav li:has(button[popovertarget])").first();
  const panel = item.locator("[popover]");
  await item.hover();
  await waitUntil(() => panel.evaluate((element) => element.checkVisibility({ visibilityProperty: true })), {
    what: "the panel",
  });
  await waitUntil(() => countFetches(visited).code > 0, { what: "the notices' code" });
  await page.waitForLoadState("networkidle");
  expect({
    shown: await panel.evaluate((element) => element.checkVisibility({ visibilityProperty: true })),
    notices: await listNotices(visited),
  }).toEqual({ shown: true, notices: [] });
  await page.mouse.move(700, 850);
  await notice(page, "warning").waitFor();
});

test.for(sampledCases(1, ["AU", "CA-ON"]))(
  "B122 B140 a download that is to start by itself in %s waits until the notice is answered",
  async (place) => {
    const visited = await arrive("/assets/favicon.svg", { headers: from(place) });
    const { page, events } = visited;
    const installers: string[] = [];
    await page.route("**/download/installer/*", async (route) => {
      installers.push(new URL(route.request().url()).pathname);
      await route.fulfill({ status: 204 });
    });
    await page.goto(`${site().origin}/download/?auto=1`, { waitUntil: "commit" });
    const dialog = notice(page, place === "AU" ? "warning" : "ontario");
    await dialog.waitFor();
    await page.locator('[data-island="download/page"][data-live]').waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    expect(installers).toEqual([]);
    expect((await events()).filter(({ name }) => name === "download:started")).toEqual([]);
    await dialog.getByRole("button", { name: place === "AU" ? "OK" : "Stay here" }).click();
    await waitUntil(() => installers.length > 0, { what: "the download" });
    // A visitor who has answered before is not kept waiting.
    await page.goto(`${site().origin}/assets/favicon.svg`);
    await page.goto(`${site().origin}/download/?auto=1`, { waitUntil: "commit" });
    await waitUntil(() => installers.length > 1, { what: "the second download" });
    expect(await listNotices(visited)).toEqual([]);
  },
);

import type { Page } from "playwright";
import { expect, test } from "vitest";
import { toErrorId } from "../../src/layout/error-id.ts";
import type { Visit } from "../harness/open-browser.ts";
import { holdScripts } from "../harness/hold-scripts.ts";
import { passTimeLimit, recordTimeouts } from "../harness/expire-timeouts.ts";
import { type Arrival, useArrivals } from "../harness/use-arrivals.ts";
import { useSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage } from "../releases/answers.ts";
import { expectShown, footerLink, openLive, untilCore, watchTraffic } from "../releases/soft-visit.ts";
import { send } from "./overlay-visit.ts";

const { site, browser } = useSite("GGPPH");

/**
 * The remotes that send scripts: where a visitor touches one, what is said when it does not come, and where a press on that leads. In a sample there is one that
 * leads to its own page, one whose page is loaded anew, and one that leads to another page.
 */
const remotes = [
  {
    remote: "navigation",
    path: "/contact/",
    touch: "header nav button[popovertarget]:visible",
    words: "Parts of the menu do not respond",
    leads: "/contact/",
  },
  {
    remote: "download",
    path: "/download/",
    touch: "main summary",
    words: "The buttons on this page still work",
    leads: "/download/",
  },
  {
    remote: "support-chat",
    path: "/responsible-gaming/",
    touch: "[data-quick-area] button",
    words: "The help chat does not respond",
    leads: "/contact/",
  },
  {
    remote: "content",
    path: "/",
    touch: "main button[aria-haspopup=dialog]",
    words: "Part of this page does not respond",
    leads: "/",
  },
];

/** The files of the remote of the menu, and the milliseconds after which a remote is late. */
const navigationFiles = /\/_release\/navigation\/.*\.js$/;
const remoteLimitMs = 3000;

const said = (page: Page, words: string) => page.getByRole("status").getByText(words);

async function begin(): Promise<Visit> {
  const visited = await browser().visit();
  visited.permits("failed request", /_release|_payload|latest/);
  visited.permits("console error", /./);
  return visited;
}
const arrive = useArrivals(site, begin);

/** Opens a page, and waits for its core. Its files may be in the browser's cache. */
async function open(path: string, arrival?: Arrival): Promise<Visit> {
  const visited = await arrive(path, arrival);
  await untilCore(visited);
  return visited;
}

/** Opens a page whose line will go, with an empty cache. */
async function openAlone(): Promise<Visit> {
  const visited = await openLive(begin(), site(), "/contact/");
  // The page asks for its manifest and its visitor after it is loaded: before the line is gone, or after.
  visited.permits("failed request", /_DISCONNECTED GET \/(builds\/meta\/|api\/visitor$)/);
  return visited;
}

const abortFiles = (page: Page, remote: string) =>
  page.route(new RegExp(`/_release/${remote}/.*\\.js$`), (route) => route.abort());

test.for(sampledCases(3, remotes))(
  "B290 B305 when $remote's JavaScript does not come, that is said once, calmly, with a code that leads to its release and a way on",
  async ({ remote, path, touch, words, leads }) => {
    const visited = await open(path, { prepare: (page) => abortFiles(page, remote) });
    const { page } = visited;
    // A page whose own code did not come is loaded anew once (B189): then it is touched again.
    const isReloaded = remote === "download";
    const reloaded = isReloaded ? page.waitForEvent("load") : undefined;
    await page.locator(touch).first().click();
    if (isReloaded) {
      await reloaded;
      await untilCore(visited);
      await page.locator(touch).first().click();
    }
    await said(page, words).waitFor();
    expect(await page.getByRole("alert").getByText(words).count()).toBe(0);
    const { set } = await fetchPage(site(), path);
    const code = toErrorId(`${remote}@${set.packages[remote]?.version}`, "failed");
    await said(page, `Error code: ${code}`).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(touch).first().click();
    expect(await page.locator("[data-toast]").count()).toBe(1);
    await page.keyboard.press("Escape");
    const traffic = watchTraffic(visited);
    await page.locator("[data-toast]").getByRole("button").first().click();
    await waitUntil(
      async () => new URL(page.url()).pathname === leads && (leads !== path || traffic().documents.length > 0),
      { what: "the way on" },
    );
  },
);

test("B189 B190 a page whose own code does not come after a soft navigation is loaded as a document once, its state kept; failing again within ten seconds it says so", async () => {
  const visited = await open("/contact/");
  const { page } = visited;
  await abortFiles(page, "download");
  await page
    .locator("header a[href='/download/'], footer a[href='/download/'], a[href='/download/']")
    .first()
    .dispatchEvent("click");
  await expectShown(visited, site(), "/download/");
  await page.evaluate(() => history.replaceState({ ...history.state, mine: 1 }, ""));
  const traffic = watchTraffic(visited);
  const reloaded = page.waitForEvent("load");
  await page.locator("main summary").first().click();
  await reloaded;
  await untilCore(visited);
  expect(await page.evaluate(() => history.state?.mine)).toBe(1);
  await page.locator("main summary").first().click();
  await said(page, "The buttons on this page still work").waitFor();
  expect(traffic().documents).toEqual(["/download/"]);
});

test("B290 a remote that is late is told of, and the words go when it has come", async () => {
  const visited = await browser().visit();
  visited.permits("console error", /./);
  const { page, close } = visited;
  await recordTimeouts(page);
  const release = await holdScripts(page, navigationFiles);
  await openLive(Promise.resolve(visited), site(), "/contact/");
  await page.locator("header nav button[popovertarget]:visible").first().click();
  await passTimeLimit(visited, navigationFiles, remoteLimitMs);
  await said(page, "takes longer than usual").waitFor();
  expect(await said(page, "Error code").count()).toBe(0);
  release();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  await said(page, "takes longer than usual").waitFor({ state: "detached" });
  await close();
});

test("B290 a remote that has come before the words about its lateness is not told of", async () => {
  const visited = await browser().visit();
  const { page, close } = visited;
  await recordTimeouts(page);
  const releaseRemote = await holdScripts(page, navigationFiles);
  const releaseMessages = await holdScripts(page, /\/_release\/shell\/.*\/modals[^/]*\.js$/);
  await openLive(Promise.resolve(visited), site(), "/contact/");
  const asked = page.waitForRequest(/\/modals[^/]*\.js$/);
  await page.locator("header nav button[popovertarget]:visible").first().click();
  await passTimeLimit(visited, navigationFiles, remoteLimitMs);
  await asked;
  releaseRemote();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  // Words are shown in the order of their failures: after those about the second, those about the first would be there.
  await send(page, "navigation:refused", { to: "https://elsewhere.example/" });
  releaseMessages();
  await said(page, "This link leads somewhere this site does not go").waitFor();
  expect(await said(page, "takes longer than usual").count()).toBe(0);
  await close();
});

test("B290 without connection a region that cannot be hydrated says so in plain words, though nothing can be fetched to draw them, and answers the next press once the line is back", async () => {
  const { page, close } = await openAlone();
  await page.context().setOffline(true);
  await page.locator("header nav button[popovertarget]:visible").first().click();
  const note = page.getByRole("alert").getByRole("button", { name: /There is no connection/ });
  await note.waitFor();
  expect(await note.count()).toBe(1);
  await page.keyboard.press("Escape");
  // The browser's own error page would take away what the visitor sees.
  await page.evaluate(() => (document.title = "The page that stays"));
  await note.click();
  await note.waitFor();
  expect(await page.title()).toBe("The page that stays");
  await page.context().setOffline(false);
  await note.waitFor({ state: "detached" });
  await page.locator("header nav button[popovertarget]:visible").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  await close();
});

test("B290 the notice that stands in for a message whose code does not come loads the page again, where the site answers", async () => {
  const visited = await open("/contact/");
  const { page } = visited;
  await page.route(/\/_release\/.*\.js$/, (route) => route.abort());
  await page.locator("header nav button[popovertarget]:visible").first().click();
  const note = page.getByRole("alert").getByRole("button", { name: /There is no connection/ });
  await note.waitFor();
  await page.unroute(/\/_release\/.*\.js$/);
  const reloaded = page.waitForEvent("load");
  await page.keyboard.press("Escape");
  await note.click();
  await reloaded;
  await untilCore(visited);
});

test("B290 a message that is drawn offers no way to the browser's error page either, and goes once the line is back", async () => {
  const { page, close } = await openAlone();
  // The code that draws messages has come before the line goes.
  await send(page, "navigation:refused", { to: "https://elsewhere.example/" });
  const refused = page.locator("[data-toast]").filter({ hasText: "This link leads somewhere" });
  await refused.waitFor();
  await page.context().setOffline(true);
  await page.locator("header nav button[popovertarget]:visible").first().click();
  const offline = page.locator("[data-toast]").filter({ hasText: "There is no connection" });
  await offline.waitFor();
  await page.keyboard.press("Escape");
  await page.evaluate(() => (document.title = "The page that stays"));
  await offline.getByRole("button").first().click();
  await offline.waitFor();
  expect(await page.title()).toBe("The page that stays");
  await page.context().setOffline(false);
  await offline.waitFor({ state: "detached" });
  await close();
});

test("B142 B205 B290 a visitor whom the site does not lead where a link wants is told so, with a way to customer support; one whose download is refused reads on home why, and where they can go", async () => {
  const visited = await openLive(begin(), site(), "/privacy-policy/");
  const { page, close } = visited;
  visited.expects("uncaught error", /^The page does not navigate to /);
  await send(page, "navigation:requested", { to: "https://elsewhere.example/" });
  await said(page, "This link leads somewhere this site does not go").waitFor();
  await page.locator("[data-toast]").getByRole("button").first().click();
  await expectShown(visited, site(), "/contact/");
  expect(await footerLink(visited, site(), "contact").count()).toBe(1);

  await send(page, "download:refused", { platform: "windows" });
  await page.locator("header a[href='/']").first().click();
  const dialog = page.getByRole("dialog", { name: "The client is not offered where you are" });
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await dialog.getByRole("link").allTextContents()).toEqual([
    "Go to the poker school",
    "Contact customer support",
  ]);
  await dialog.getByRole("link", { name: "Go to the poker school" }).click();
  await expectShown(visited, site(), "/poker-school/");
  // It fades out while the page is shown.
  await dialog.waitFor({ state: "detached" });
  await close();
});

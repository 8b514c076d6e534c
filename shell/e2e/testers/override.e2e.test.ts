import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import type { Visit } from "../harness/open-browser.ts";
import { startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { listMarks } from "../releases/answers.ts";
import type { Variant } from "../releases/release-variant.ts";
import { runCommand } from "../releases/site-command.ts";
import { untilCore, watchTraffic } from "../releases/soft-visit.ts";
import {
  expectAccessible,
  findPanel,
  findRow,
  listCovered,
  makeToken,
  middle,
  narrow,
  openAboutUs,
  openOverlay,
  pressAboutUs,
  signIn,
  takePicture,
  wide,
} from "./overlay-visit.ts";

let candidate: Variant;
/** Of a package that some pages show and others do not. */
let partial: Variant;
let token: string;
/** The page of a tester, for all tests of this file. */
let visit: Visit;

const { site, browser } = useOwnSite(() =>
  startSite("GGPPH", {
    async prepare(storeDir) {
      candidate = await admitVariant(storeDir, "navigation", { mark: "candidate" });
      partial = await admitVariant(storeDir, "content", { mark: "partial" });
      for (const one of [candidate, partial]) await countersignVariants(storeDir, [one]);
    },
  }),
);

beforeAll(async () => {
  visit = await browser().visit({ viewport: narrow, reducedMotion: "reduce" });
  token = await makeToken(site());
});
afterAll(() => visit?.close());

async function run(...verbs: string[]): Promise<string> {
  const { exitCode, output } = await runCommand(site().storeDir, ...verbs);
  expect([exitCode, output]).toEqual([0, output]);
  return output;
}

/** Opens a page of the live site for the tester, who signs in unless a test before did so. */
async function open(path: string): Promise<void> {
  const { page } = visit;
  await page.setViewportSize(narrow);
  await page.context().clearCookies({ name: "__Host-override" });
  const cookies = await page.context().cookies();
  if (cookies.some(({ name }) => name === "__Host-session")) await page.goto(`${site().origin}${path}`);
  else await signIn(visit, site(), path, token);
}

test("a tester follows a link, signs in, and sees a candidate on every page, its HTML and its behaviour, until the button leads back", async () => {
  const link = /https?:[^"]+/.exec(await run("preview", candidate.label))?.[0] ?? "";
  expect(link).toContain(`${site().origin}/-/override`);
  const { page } = visit;
  await page.goto(link);
  await expectAccessible(visit.page);
  await page.getByLabel("Token").fill("not a token");
  visit.expects("failed request", /401 POST \/-\/sign-in$/);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await expectAccessible(visit.page);
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "See other releases" }).waitFor();
  expect(page.url()).toBe(link);
  expect(await page.getByRole("row", { name: /^navigation/ }).textContent()).toContain(candidate.version);
  await expectAccessible(visit.page);
  await page.getByRole("button", { name: "Show them to me" }).click();
  await page.waitForURL(`${site().origin}/`);
  await expectCandidate(visit);

  // A soft navigation keeps it, and so does a reload.
  await untilRoutes(visit, 1);
  const from = visit.requests.length;
  await page.locator("footer a[href='/privacy-policy/']").click();
  await page.waitForURL("**/privacy-policy/");
  await untilRoutes(visit, 2);
  expect(visit.requests.slice(from).filter((request) => request.isNavigationRequest())).toEqual([]);
  await expectCandidate(visit);
  const shared = await page.getByRole("link", { name: "Link to share" }).getAttribute("href");
  expect(new URL(shared ?? "", site().origin).searchParams.get("to")).toBe("/privacy-policy/");
  // A place in the page that its address names, as after a link of the contents, is in the link too.
  await page
    .locator("main a[href^='#']")
    .first()
    .evaluate((anchor: HTMLElement) => anchor.click());
  await page.waitForURL("**/privacy-policy/#*");
  const place = new URL(page.url()).hash;
  const sharedPlace = await page.getByRole("link", { name: "Link to share" }).getAttribute("href");
  expect(new URL(sharedPlace ?? "", site().origin).searchParams.get("to")).toBe(`/privacy-policy/${place}`);
  await page.reload();
  await expectCandidate(visit);
  await expectAccessible(visit.page);
  expect(await page.evaluate(() => document.cookie)).not.toContain("__Host-");

  await page.getByRole("button", { name: "Back to the live site" }).click();
  await page.getByRole("region", { name: "Preview" }).waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site().origin}/privacy-policy/${place}`);
  await page.locator("header nav").first().waitFor({ state: "attached" });
  expect([listMarks(await page.content()), await page.getByRole("region", { name: "Preview" }).count()]).toEqual([
    [],
    0,
  ]);
});

/** What a visitor gets at an address that asks for the candidate. */
const readFrom = async (path: string): Promise<string> =>
  (await fetch(`${site().origin}${path}?with=${candidate.label}`)).text();

test("a visitor who opens the same link sees no other release, and is asked to sign in", async () => {
  expect(await readFrom("/-/override")).toMatch(/<h1[^>]*>Sign in</);
  expect(listMarks(await readFrom("/privacy-policy/"))).toEqual([]);
});

test("the button of the overlay can be pressed once the overlay is there, and not before", async () => {
  const { page } = visit;
  await open("/");
  const script = Promise.withResolvers<void>();
  await page.route("**/-/overlay/*.js", async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`${site().origin}/-/override?with=${candidate.label}`);
  await page.getByRole("button", { name: "Show them to me" }).click();
  const button = page.getByRole("button", { name: "Overlay" });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  script.resolve();
  await button.click();
  await findPanel(page).waitFor();
  await page.unrouteAll();
});

test("a page stands under no mark of other releases than its own after they were chosen, or left, in another tab", async () => {
  const { page } = visit;
  // This page shows nothing of the package, so its document knows no release of it.
  await open("/privacy-policy/");
  await untilCore(visit);
  const other = await page.context().newPage();
  await other.goto(`${site().origin}/-/override?with=${partial.label}`);
  await other.getByRole("button", { name: "Show them to me" }).click();
  await other.getByRole("region", { name: "Preview" }).waitFor();
  await openAboutUs(page);
  expect([await readMark(page), listMarks(await page.content())]).toEqual([partial.label, [partial.mark]]);

  await page.goto(`${site().origin}/privacy-policy/`);
  await untilCore(visit);
  expect(await readMark(page)).toBe(partial.label);
  await other.getByRole("button", { name: "Back to the live site" }).click();
  await other.getByRole("region", { name: "Preview" }).waitFor({ state: "detached" });
  await openAboutUs(page);
  expect([await readMark(page), listMarks(await page.content())]).toEqual([undefined, []]);
  await other.close();
});

test("a tester swaps the release of a region, comes back to the same page with it, and its island works", async () => {
  const { page } = visit;
  await open("/about-us/?a=1");
  await page.setViewportSize(wide);
  const panel = await openOverlay(page);
  await findRow(panel, "content/page").getByRole("button").click();
  const choice = panel.getByRole("combobox", { name: "Release of content" });
  // The list of releases is fetched when the row is opened.
  const listed = new RegExp(`^${partial.version}, admitted 2\\d{3}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`);
  await choice.locator("option", { hasText: listed }).waitFor({ state: "attached" });
  await choice.selectOption(`content@${partial.version}`);
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport);
    await choice.waitFor();
    await expectAccessible(page);
  }
  // The place in the page counts that the address names when the form is sent.
  await page.evaluate(() => (location.hash = "#main"));
  await panel.getByRole("button", { name: "Show it to me" }).click();
  await page.getByRole("heading", { name: "See other releases" }).waitFor();
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: "__Host-override" }));
  await page.getByRole("button", { name: "Show them to me" }).click();
  await page.waitForURL(`${site().origin}/about-us/?a=1#main`);
  const mark = page.getByRole("region", { name: "Preview" });
  expect(await mark.textContent()).toContain(partial.label);
  await mark.getByRole("button", { name: "Overlay" }).click();
  const row = findRow(findPanel(page), "content/page");
  expect(await row.textContent()).toContain(`${partial.version.split("-")[1]?.slice(0, 8)} · override`);
  await takePicture(page, "override-1440");
  for (const { width, height } of [wide, middle, narrow]) {
    await page.setViewportSize({ width, height });
    await page.locator(".layer button").first().waitFor();
    // The panel follows the size of the window in a later frame.
    await expect.poll(() => mark.evaluate(listCovered), { message: `${width} pixels` }).toEqual([]);
  }
});

test("a tester whose session has ended is told so in place of the releases, and signs in again on the way back to the page", async () => {
  const { page } = visit;
  await open("/about-us/?a=1");
  const panel = await openOverlay(page);
  await page.context().clearCookies({ name: "__Host-session" });
  visit.expects("failed request", /403 GET \/-\/overlay\/releases$/);
  await findRow(panel, "content/page").getByRole("button").click();
  await panel.getByRole("alert").getByText("Your session has ended.").waitFor();
  await takePicture(page, "signed-out-390");
  await panel.getByRole("button", { name: "Sign in again" }).click();
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site().origin}/about-us/?a=1`);
});

test("a tester whose token is revoked is told at the next link that the preview has ended, and goes on to that page of the live site", async () => {
  const { page } = visit;
  await open("/privacy-policy/");
  await page.goto(`${site().origin}/-/override?with=${partial.label}&to=/privacy-policy/`);
  await page.getByRole("button", { name: "Show them to me" }).click();
  await page.getByRole("region", { name: "Preview" }).waitFor();
  await untilCore(visit);
  await run("tokens", "revoke", token.split("_")[1] ?? "", "--why", "left the company");
  visit.permits("failed request", /410 GET \/about-us\//);
  await pressAboutUs(page);
  await page.getByRole("heading", { name: "This preview has ended" }).waitFor();
  await expectAccessible(page);
  await takePicture(page, "preview-ended-390");
  await page.getByRole("button", { name: "Go on to the live site" }).click();
  await page.waitForURL("**/about-us/");
  await page.locator("header nav").first().waitFor({ state: "attached" });
  expect([await readMark(page), listMarks(await page.content())]).toEqual([undefined, []]);
});

test("a report names the releases that the page shows, also one that went live since, and where a promise was rejected", async () => {
  const { page } = visit;
  // This page shows nothing of the package. The home page, which does, is not fetched ahead: so the next page is shown in the same document.
  await page.route(`${site().origin}/_payload.json*`, (route) => route.abort());
  visit.permits("failed request", /_FAILED GET \/_payload\.json/);
  await signIn(visit, site(), "/privacy-policy/");
  await untilCore(visit);
  const panel = await openOverlay(page);
  await run("promote", partial.label, "--why", "a test");
  await waitUntil(
    async () => (await fetch(`${site().origin}/about-us/`)).text().then((html) => html.includes("partial")),
    {
      what: "the promoted release",
    },
  );
  const since = watchTraffic(visit);
  await openAboutUs(page);
  expect(since().documents).toEqual([]);
  await findRow(panel, "content/page").waitFor();
  visit.expects("uncaught error", /the balance is away/);
  await page.evaluate(() => {
    const error = new Error("the balance is away");
    error.stack = `${String(error)}\n    at pay (${location.origin}/_release/content/1.0.0-0123456789ab/12.js:1:234)`;
    setTimeout(() => void Promise.reject(error));
  });
  await panel.getByRole("tab", { name: "Errors 1" }).click();
  await panel.getByRole("tab", { name: "Report" }).click();
  const report = await panel.getByRole("textbox").inputValue();
  expect(report).toContain(`- content ${partial.version} (stable)`);
  expect(report).toContain("another release of content went live after the page was loaded");
  const [, link = ""] = /- Shown again by: (\S+)/.exec(report) ?? [];
  expect(new URL(link).searchParams.get("with")).toContain(partial.label);
  expect(report).toContain(
    "ms: Not handled: Error: the balance is away (/_release/content/1.0.0-0123456789ab/12.js:1:234)",
  );
  await page.unrouteAll();
});

/** The release that the mark above a page names. */
async function readMark(page: Page): Promise<string | undefined> {
  const texts = await page.getByRole("region", { name: "Preview" }).allTextContents();
  return texts.map((text) => /\S+@[^,\s]+/.exec(text)?.[0])[0];
}

/** Waits until this document has shown so many pages. */
async function untilRoutes(visited: Visit, count: number): Promise<void> {
  const { events } = visited;
  await untilCore(visited);
  await waitUntil(async () => (await events()).filter(({ name }) => name === "route:changed").length === count, {
    what: `page ${count} of the document to be shown`,
  });
}

async function expectCandidate({ page }: Visit): Promise<void> {
  const mark = page.getByRole("region", { name: "Preview" });
  await mark.waitFor();
  expect(await mark.textContent()).toContain(candidate.label);
  expect(listMarks(await page.content())).toEqual([candidate.mark]);
}

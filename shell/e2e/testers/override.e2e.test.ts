import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { listMarks } from "../releases/answers.ts";
import { type Variant, writeVariant } from "../releases/release-variant.ts";
import { publish, startCommand } from "../releases/site-command.ts";
import { untilCore } from "../releases/soft-visit.ts";
import {
  expectAccessible,
  findPanel,
  findRow,
  openAboutUs,
  openOverlay,
  pressAboutUs,
  signIn,
  takePicture,
} from "./overlay-visit.ts";

let site: RunningSite;
let browser: OpenBrowser;
let candidate: Variant;
/** Of a package that some pages show and others do not. */
let partial: Variant;
let token: string;

async function run(...verbs: string[]): Promise<string> {
  const { exitCode, output } = await startCommand(site.storeDir, ...verbs).result;
  expect([exitCode, output]).toEqual([0, output]);
  return output;
}

beforeAll(async () => {
  const storeDir = await copyStore();
  candidate = await writeVariant(storeDir, "navigation", { mark: "candidate" });
  partial = await writeVariant(storeDir, "content", { mark: "partial" });
  await publish(storeDir, candidate);
  await publish(storeDir, partial);
  [site, browser] = await Promise.all([startSite("GGPPH", { storeDir }), openBrowser()]);
  token = /site_[0-9a-f]{12}_[\w-]{43}/.exec(await run("tokens", "make", "viewer", "--owner", "Quality"))?.[0] ?? "";
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await removeStore(site.storeDir);
});

test("a tester follows a link, signs in, and sees a candidate on every page, its HTML and its behaviour, until the button leads back", async () => {
  const link = /https?:[^"]+/.exec(await run("preview", candidate.label))?.[0] ?? "";
  expect(link).toContain(`${site.origin}/-/override`);
  const visited = await browser.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visited;
  await page.goto(link);
  await expectAccessible(visited.page);
  await page.getByLabel("Token").fill("not a token");
  visited.expects("failed request", /401 POST \/-\/sign-in$/);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await expectAccessible(visited.page);
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "See other releases" }).waitFor();
  expect(page.url()).toBe(link);
  expect(await page.getByRole("row", { name: /^navigation/ }).textContent()).toContain(candidate.version);
  await expectAccessible(visited.page);
  await page.getByRole("button", { name: "Show them to me" }).click();
  await page.waitForURL(`${site.origin}/`);
  await expectCandidate(visited);

  // A soft navigation keeps it, and so does a reload.
  await untilRoutes(visited, 1);
  const from = visited.requests.length;
  await page.locator("footer a[href='/privacy-policy/']").click();
  await page.waitForURL("**/privacy-policy/");
  await untilRoutes(visited, 2);
  expect(visited.requests.slice(from).filter((request) => request.isNavigationRequest())).toEqual([]);
  await expectCandidate(visited);
  const shared = await page.getByRole("link", { name: "Link to share" }).getAttribute("href");
  expect(new URL(shared ?? "", site.origin).searchParams.get("to")).toBe("/privacy-policy/");
  // A place in the page that its address names, as after a link of the contents, is in the link too.
  await page
    .locator("main a[href^='#']")
    .first()
    .evaluate((anchor: HTMLElement) => anchor.click());
  await page.waitForURL("**/privacy-policy/#*");
  const place = new URL(page.url()).hash;
  const sharedPlace = await page.getByRole("link", { name: "Link to share" }).getAttribute("href");
  expect(new URL(sharedPlace ?? "", site.origin).searchParams.get("to")).toBe(`/privacy-policy/${place}`);
  await page.reload();
  await expectCandidate(visited);
  await expectAccessible(visited.page);
  expect(await page.evaluate(() => document.cookie)).not.toContain("__Host-");

  await page.getByRole("button", { name: "Back to the live site" }).click();
  await page.getByRole("region", { name: "Preview" }).waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site.origin}/privacy-policy/${place}`);
  await page.locator("header nav").first().waitFor({ state: "attached" });
  expect([listMarks(await page.content()), await page.getByRole("region", { name: "Preview" }).count()]).toEqual([
    [],
    0,
  ]);
  await visited.close();
});

test("a visitor who opens the same link sees no other release, and is asked to sign in", async () => {
  const visited = await browser.visit();
  await visited.page.goto(`${site.origin}/-/override?with=${candidate.label}`);
  expect(await visited.page.getByRole("heading", { name: "Sign in" }).count()).toBe(1);
  await visited.page.goto(`${site.origin}/privacy-policy/?with=${candidate.label}`);
  expect(listMarks(await visited.page.content())).toEqual([]);
  await visited.close();
});

test("a tester whose session has ended is told so in place of the releases, and signs in again on the way back to the page", async () => {
  const visit = await browser.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visit;
  await signIn(visit, site, "/about-us/?a=1");
  const panel = await openOverlay(page);
  await page.context().clearCookies({ name: "__Host-session" });
  visit.expects("failed request", /403 GET \/-\/overlay\/releases$/);
  await findRow(panel, "content/page").getByRole("button").click();
  await panel.getByRole("alert").getByText("Your session has ended.").waitFor();
  await takePicture(page, "signed-out-390");
  await panel.getByRole("button", { name: "Sign in again" }).click();
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site.origin}/about-us/?a=1`);
  await visit.close();
});

test("a page stands under no mark of other releases than its own after they were chosen, or left, in another tab", async () => {
  const visit = await browser.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visit;
  // This page shows nothing of the package, so its document knows no release of it.
  await signIn(visit, site, "/privacy-policy/");
  await untilCore(visit);
  const other = await page.context().newPage();
  await other.goto(`${site.origin}/-/override?with=${partial.label}`);
  await other.getByRole("button", { name: "Show them to me" }).click();
  await other.getByRole("region", { name: "Preview" }).waitFor();
  await openAboutUs(page);
  expect([await readMark(page), listMarks(await page.content())]).toEqual([partial.label, [partial.mark]]);

  await page.goto(`${site.origin}/privacy-policy/`);
  await untilCore(visit);
  expect(await readMark(page)).toBe(partial.label);
  await other.getByRole("button", { name: "Back to the live site" }).click();
  await other.getByRole("region", { name: "Preview" }).waitFor({ state: "detached" });
  await openAboutUs(page);
  expect([await readMark(page), listMarks(await page.content())]).toEqual([undefined, []]);
  await visit.close();
});

test("a tester whose token is revoked is told at the next link that the preview has ended, and goes on to that page of the live site", async () => {
  const visit = await browser.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visit;
  const id = await signIn(visit, site, "/privacy-policy/");
  await page.goto(`${site.origin}/-/override?with=${partial.label}&to=/privacy-policy/`);
  await page.getByRole("button", { name: "Show them to me" }).click();
  await page.getByRole("region", { name: "Preview" }).waitFor();
  await untilCore(visit);
  await run("tokens", "revoke", id, "--why", "left the company");
  visit.permits("failed request", /410 GET \/about-us\//);
  await pressAboutUs(page);
  await page.getByRole("heading", { name: "This preview has ended" }).waitFor();
  await expectAccessible(page);
  await takePicture(page, "preview-ended-390");
  await page.getByRole("button", { name: "Go on to the live site" }).click();
  await page.waitForURL("**/about-us/");
  await page.locator("header nav").first().waitFor({ state: "attached" });
  expect([await readMark(page), listMarks(await page.content())]).toEqual([undefined, []]);
  await visit.close();
});

test("the button of the overlay can be pressed once the overlay is there, and not before", async () => {
  const visit = await browser.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visit;
  await signIn(visit, site, "/");
  const script = Promise.withResolvers<void>();
  await page.route("**/-/overlay/*.js", async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`${site.origin}/-/override?with=${candidate.label}`);
  await page.getByRole("button", { name: "Show them to me" }).click();
  const button = page.getByRole("button", { name: "Overlay" });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  script.resolve();
  await button.click();
  await findPanel(page).waitFor();
  await visit.close();
});

/** The release that the mark above a page names. */
async function readMark(page: Page): Promise<string | undefined> {
  const texts = await page.getByRole("region", { name: "Preview" }).allTextContents();
  return texts.map((text) => /\S+@[^,\s]+/.exec(text)?.[0])[0];
}

/** Waits until this document has shown so many pages. */
async function untilRoutes({ events }: Visit, count: number): Promise<void> {
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

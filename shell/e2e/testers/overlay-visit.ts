import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import type { SharedSite } from "../harness/shared-site.ts";
import type { RunningSite } from "../harness/start-site.ts";
import type { SiteInUse } from "../harness/use-site.ts";
import { runCommand } from "../releases/site-command.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

export const wide = { width: 1440, height: 900 };
export const middle = { width: 820, height: 1180 };
export const narrow = { width: 390, height: 844 };

/** A site whose testers a test may make. */
type TestedSite = Pick<RunningSite, "origin" | "storeDir">;

/** Makes a token of a tester. */
export async function makeToken({ storeDir }: TestedSite): Promise<string> {
  const { output } = await runCommand(storeDir, "tokens", "make", "viewer", "--owner", "Quality");
  return /site_[0-9a-f]{12}_[\w-]{43}/.exec(output)?.[0] ?? "";
}

/** Signs in, and comes to a page. @param given the token; by default a new one */
export async function signIn({ page }: Visit, site: TestedSite, path: string, given?: string): Promise<void> {
  const token = given ?? (await makeToken(site));
  await page.goto(`${site.origin}/-/sign-in?${new URLSearchParams({ to: path })}`);
  await page.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site.origin}${path}`);
}

/** The page of a tester who has signed in to a site, for all tests of a file. */
export function shareTester({ site, visit }: Pick<SiteInUse<SharedSite>, "site" | "visit">): () => Visit {
  let opened: Visit | undefined;
  beforeAll(async () => {
    opened = await visit({ viewport: wide, reducedMotion: "reduce" });
    await signIn(opened, site(), "/");
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error("The tester has not signed in.");
    return opened;
  };
}

/** The panel of the overlay, which is there while it is open. */
export function findPanel(page: Page): Locator {
  return page.getByRole("complementary", { name: "Overlay for testers" });
}

/** Opens the overlay by its key, which is heard once the button is enabled. */
export async function openOverlay(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Overlay", exact: true, disabled: false }).waitFor();
  await page.keyboard.press("Alt+Shift+KeyO");
  const panel = findPanel(page);
  await panel.waitFor();
  return panel;
}

/** The row of a region in the overlay's list. */
export function findRow(panel: Locator, island: string): Locator {
  return panel
    .getByRole("listitem")
    .filter({ has: panel.page().getByText(island, { exact: true }) })
    .first();
}

/** axe finds nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
}

/** Keeps a picture where `PICTURES` says, to be looked at. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env["PICTURES"]) await page.screenshot({ path: `${process.env["PICTURES"]}/${name}.png` });
}

/** Where everything that a visitor sees stands, in pixels of the page. */
export function readLayout(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("#app > *, main > *, main section, main h2, footer a")].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [element.tagName, left + scrollX, top + scrollY, width, height].map(String).join(" ");
    }),
  );
}

/** Follows a link of the page to another, whose data was not fetched ahead. */
export async function openAboutUs(page: Page): Promise<void> {
  await pressAboutUs(page);
  await page.waitForURL("**/about-us/");
  await page.getByRole("heading", { level: 1, name: "About us" }).waitFor();
}

/** Follows a link of the page to the one about the company, in view or not. */
export async function pressAboutUs(page: Page): Promise<void> {
  await page
    .locator("a[href='/about-us/']")
    .first()
    .evaluate((link: HTMLElement) => link.click());
}

/** Runs in the page: the texts of the controls in an element that something lies above. */
export function listCovered(element: Element): (string | null)[] {
  return [...element.querySelectorAll("a, button")]
    .filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(left + width / 2, top + height * part);
        return !hit || !element.contains(hit);
      });
    })
    .map(({ textContent }) => textContent);
}

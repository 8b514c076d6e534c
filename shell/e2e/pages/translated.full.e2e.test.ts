import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { sampledCases } from "../harness/sampled.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { useSite } from "../harness/use-site.ts";
import { send } from "../overlays/overlay-visit.ts";
import { expectShown, footerLink, openLive } from "../releases/soft-visit.ts";
import { translatePage } from "./translate-page.ts";

const { site, visit, look } = useSite("GGPPH");

/** What stands in each slot: its island, and where its links lead. */
const readSlots = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-slot]")].map(({ dataset, innerHTML }) => {
      const links = [...innerHTML.matchAll(/href="([^"#][^"]*)"/g)].map(([, href]) => href);
      return [dataset["island"], ...links].join(" ");
    }),
  );

describe.each(
  sampledCases(1, [
    { what: "on a desk", viewport: { width: 1440, height: 900 } },
    { what: "on a phone", viewport: { width: 390, height: 844 } },
  ]),
)("a page that the browser has translated, $what", ({ viewport }) => {
  test("keeps its download buttons and all else that remotes have put into others when it is hydrated", async () => {
    await look("/", { viewport }, async ({ page, requests, expects }) => {
      expects("hydration", /^Hydration was repaired/);
      const before = await readSlots(page);
      expect(before.filter((slot) => slot.includes("/download/")).length).toBeGreaterThan(2);
      await translatePage(page);
      await touchIslands(page);
      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      expect(await readSlots(page)).toEqual(before);
      await touchIslands(page);
      await page.waitForFunction(
        () => document.querySelectorAll("[data-island^='download/button'][data-live]").length > 2,
      );
      expect(await readSlots(page)).toEqual(before);
      const inHeader = async () => (await readSlots(page)).slice(0, 2);
      for (const path of ["/privacy-policy/", "/about-us/"]) {
        await page
          .locator(`footer a[href="${path}"], header a[href="${path}"]`)
          .first()
          .evaluate((link: HTMLElement) => link.click());
        await page.waitForURL(`**${path}`);
        await page.locator("main h1").waitFor({ state: "attached" });
        expect(await inHeader()).toEqual(before.slice(0, 2));
      }
      expect(requests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
    });
  });
});

test.for(
  sampledCases(1, [
    { width: 390, button: "header button[popovertarget][aria-label='Menu']" },
    { width: 1440, button: "header nav button[popovertarget]" },
  ]),
)(
  "the first press on the menu of a translated page opens it, and it stays open, at $width pixels",
  async ({ width, button }) => {
    await look("/contact/", { viewport: { width, height: 900 } }, async ({ page, expects }) => {
      expects("hydration", /^Hydration was repaired/);
      await translatePage(page);
      // As long as a person holds a button down: the code of the header comes meanwhile.
      await page.locator(button).first().click({ delay: 400 });
      await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      expect(await page.locator("header :popover-open").count()).toBe(1);
    });
  },
);

test("B290 the status of a download that the browser has translated is replaced by that of the next download", async () => {
  await look("/download/", {}, async ({ page, permits }) => {
    permits("hydration", /^Hydration was repaired/);
    // The events come without the press that moves the page in a browser.
    permits("layout shift", /role="status"/);
    await touchIslands(page);
    await page.locator("[data-island='download/page'][data-live]").waitFor({ state: "attached" });
    const status = page.locator("main").getByRole("status");
    const start = (platform: string) => send(page, "download:started", { platform, url: "https://elsewhere.example/" });
    await start("windows");
    await status.getByText("Windows").first().waitFor();
    await translatePage(page);
    await start("ios");
    await status.getByText("iOS").first().waitFor();
    expect(await status.textContent()).not.toContain("Windows");
  });
});

test("a page into which an extension of the browser has put elements, texts and attributes still has one main part and one heading", async () => {
  const opening = await visit();
  await opening.page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => {
      const main = document.querySelector("main");
      main?.setAttribute("data-extension", "1");
      for (const place of [document.querySelector("#app"), main]) place?.prepend("", document.createElement("div"));
      main?.before(document.createComment("extension"), document.createElement("div"));
    }),
  );
  const visited = await openLive(Promise.resolve(opening), site(), "/house-rules/");
  const { page, close } = visited;
  for (const path of ["/contact/", "/house-rules/"]) {
    await footerLink(visited, site(), path.slice(1, -1)).click();
    await expectShown(visited, site(), path);
    expect(await page.locator("main").count()).toBe(1);
  }
  await close();
});

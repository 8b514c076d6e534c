import { navigationsSchema } from "@site/contracts/documents/navigation";
import type { Page } from "playwright";
import * as v from "valibot";
import { expect, test } from "vitest";
import brandAmbassadors from "../data/brand-ambassador.json" with { type: "json" };
import { siteConfigs } from "../sites/sites.ts";
import type { Visit } from "./harness/open-browser.ts";
import { listPages } from "./harness/site-pages.ts";
import { describeSitesInFull } from "./harness/describe-sites.ts";
import type { SiteInUse } from "./harness/use-site.ts";
import type { SiteAddress } from "./harness/start-site.ts";
import { openMenu } from "./navigation/menu.ts";

/** What each page is headed with, by the name of its route; an ambassador's page by the ambassador. */
const headings: Record<string, string> = {
  index: "Online poker",
  "about-us": "About us",
  "affiliate-program": "Affiliate programme",
  "channeling-solution": "Channelling solution",
  contact: "Contact Us",
  "cookie-policy": "Cookie Policy",
  download: "Download the poker client",
  "house-rules": "House Rules",
  "payment-details-policy": "Payment Details Policy",
  "privacy-policy": "Privacy Policy",
  "responsible-gaming": "Responsible Gaming",
  "streamer-mode": "Streamer Mode",
  "terms-conditions": "Terms & Conditions",
  "withdrawal-policy": "Withdrawal Policy",
  "poker-school": "Poker school",
  ggteam: "Team",
};

const footerPolicies = [
  "terms-conditions",
  "cookie-policy",
  "privacy-policy",
  "payment-details-policy",
  "withdrawal-policy",
  "house-rules",
];

describeSitesInFull(({ site, visit }) => {
  test("B029 B028 every page is complete without JavaScript: heading, menu, content and footer", async () => {
    await withoutJavaScript(visit, {}, async ({ page }) => {
      const menu = await listMenuPaths(site());
      for (const { path, route } of await listPages(site())) {
        // Parsed, and not laid out: what the document has is what counts here.
        const response = await fetch(`${site().origin}${path}`);
        const seen = await look(page, await response.text());
        expect({ path, status: response.status, layout: seen.layout, lang: seen.lang }).toEqual({
          path,
          status: 200,
          layout: route.layout,
          lang: siteConfigs[site().id].locales[0]?.languageTag,
        });
        expect(seen.headings, path).toEqual([expect.stringContaining(headings[route.name] ?? toAmbassador(path))]);
        expect(seen.headerLinks, `the menu of ${path}`).toEqual(expect.arrayContaining(menu));
        expect(seen.words, `words in the content of ${path}`).toBeGreaterThan(40);
        expect(seen.footerLinks, `the footer of ${path}`).toEqual(
          expect.arrayContaining(footerPolicies.map((policy) => `${site().prefix}/${policy}/`)),
        );
        expect(seen.styled, `style attributes on ${path}`).toEqual([]);
      }
    });
  });

  test("B022 an unknown path answers 404 and says which path it is", async () => {
    await withoutJavaScript(visit, {}, async ({ page, expects }) => {
      expects("failed request", /^404 GET .*\/no-such-page\/deeper$/);
      const unknown = `${site().prefix}/no-such-page/deeper`;
      const response = await page.goto(`${site().origin}${unknown}`);
      expect(response?.status()).toBe(404);
      await page.getByText(`Page not found: ${unknown}`, { exact: true }).waitFor();
      expect((await look(page)).headerLinks).toContain(`${site().prefix}/ggteam/`);
    });
  });

  test("B020 B051 an ambassador the site does not name has no page", async () => {
    const named = new Set((await listPages(site())).map(({ path }) => path));
    const all = [...brandAmbassadors.ambassadors.map(({ slug }) => slug), "no-such-player"];
    const unnamed = all.map((slug) => `${site().prefix}/ggteam/${slug}/`).filter((path) => !named.has(path));
    expect(unnamed.length).toBeGreaterThan(0);
    for (const path of unnamed) {
      expect({ path, status: (await fetch(`${site().origin}${path}`)).status }).toEqual({ path, status: 404 });
    }
  });

  test("the links of the menu, the footer and the logo lead where they say", async () => {
    await withoutJavaScript(visit, {}, async ({ page }) => {
      const { origin, prefix } = site();
      await page.goto(`${origin}${prefix}/contact/`);
      await page.getByRole("banner").getByRole("link", { name: "Team", exact: true }).click();
      expect(page.url()).toBe(`${origin}${prefix}/ggteam/`);
      await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
      expect(page.url()).toBe(`${origin}${prefix}/privacy-policy/`);
      await page.getByRole("banner").getByRole("link", { name: siteConfigs[site().id].name, exact: true }).click();
      expect(page.url()).toBe(`${origin}${prefix}/`);
    });
  });

  test("a panel of the menu opens with its button, one at a time, and Escape closes it", async () => {
    await withoutJavaScript(visit, {}, async ({ page }) => {
      await page.goto(`${site().origin}${site().prefix}/contact/`);
      const [first, second] = await page.locator("header nav button[popovertarget]").all();
      if (!first || !second) throw new Error("The menu has no panels.");
      await first.press("Enter");
      expect(await countOpen(page)).toBe(1);
      await second.press("Enter");
      expect(await countOpen(page)).toBe(1);
      await page.keyboard.press("Escape");
      expect(await countOpen(page)).toBe(0);
      expect(await second.evaluate((button) => button === document.activeElement)).toBe(true);
    });
  });

  test("B036 B037 B055 B056 on a phone the full-screen menu opens, unfolds one group at a time, and closes", async () => {
    await withoutJavaScript(visit, { viewport: { width: 390, height: 844 } }, async ({ page }) => {
      await page.goto(`${site().origin}${site().prefix}/contact/`);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      const menu = page.locator(openMenu);
      const groups = menu.locator("details");
      await groups.nth(0).locator("summary").click();
      await groups.nth(1).locator("summary").click();
      expect(await groups.evaluateAll((all) => all.map((one) => one.hasAttribute("open")).slice(0, 2))).toEqual([
        false,
        true,
      ]);
      await groups.nth(1).locator("summary").click();
      expect(await menu.locator("details[open]").count()).toBe(0);
      await menu.getByRole("link", { name: "Contact us" }).first().scrollIntoViewIfNeeded();
      await menu.getByRole("button", { name: "Close menu" }).click();
      expect(await countOpen(page)).toBe(0);
    });
  });

  test("B087 the record certificate opens and closes", async () => {
    await withoutJavaScript(visit, {}, async ({ page }) => {
      await page.goto(`${site().origin}${site().prefix}/`);
      await page.locator("button[aria-haspopup=dialog]").click();
      const dialog = page.locator("dialog:is([open], :popover-open)");
      await dialog.getByRole("heading").waitFor();
      await dialog.getByRole("button").click();
      expect(await dialog.count()).toBe(0);
    });
  });

  test("the answers on the download page unfold, and every system has its link", async () => {
    await withoutJavaScript(visit, {}, async ({ page }) => {
      await page.goto(`${site().origin}${site().prefix}/download/`);
      const question = page.locator("main details").first();
      await question.locator("summary").click();
      expect(await question.locator("p").isVisible()).toBe(true);
      const links = await page
        .locator("main a[href^='/download/installer/']:visible")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect(links).toEqual(
        expect.arrayContaining(["windows", "osx", "ios", "android"].map((name) => `/download/installer/${name}`)),
      );
    });
  });
});

async function withoutJavaScript(
  visit: SiteInUse["visit"],
  options: { viewport?: { width: number; height: number } },
  check: (visited: Visit) => Promise<void>,
): Promise<void> {
  const visited = await visit({ ...options, javaScriptEnabled: false });
  await check(visited);
  await visited.close();
}

/** What of a document a visitor without JavaScript depends on: of the one that is open, or of its HTML. */
function look(page: Page, html?: string) {
  return page.evaluate((text) => {
    const seen = text === undefined ? document : new DOMParser().parseFromString(text, "text/html");
    const links = [...seen.querySelectorAll("a[href]")].map((link) => ({
      path: link.getAttribute("href") ?? "",
      within: link.closest("header, footer")?.tagName,
    }));
    return {
      layout: seen.documentElement.dataset["layout"],
      lang: seen.documentElement.lang,
      headings: [...seen.querySelectorAll("h1")].map((one) => one.textContent),
      headerLinks: links.filter(({ within }) => within === "HEADER").map(({ path }) => path),
      footerLinks: links.filter(({ within }) => within === "FOOTER").map(({ path }) => path),
      words: (seen.querySelector("main")?.textContent ?? "").split(/\s+/).length,
      styled: [...seen.querySelectorAll("[style]")].map((one) => one.outerHTML.slice(0, 120)),
    };
  }, html);
}

function countOpen(page: Page): Promise<number> {
  return page.locator(":popover-open").count();
}

/** Where the shown items of the main menu lead, as the API tells it. */
async function listMenuPaths({ origin, prefix }: SiteAddress): Promise<string[]> {
  const response = await fetch(`${origin}/api/navigations`);
  const { items } = v.parse(navigationsSchema, await response.json());
  return items
    .filter((item) => item.isShow)
    .map(({ path }) => (path.startsWith("/") && !path.startsWith("/network/") ? `${prefix}${path}` : path));
}

function toAmbassador(path: string): string {
  const slug = path.split("/").at(-2);
  return brandAmbassadors.ambassadors.find((one) => one.slug === slug)?.name ?? `the ambassador ${slug}`;
}

import { expect, test } from "vitest";
import { android, linux, windows } from "./agents.ts";
import { from, useDownloads, watchInstallers } from "./use-downloads.ts";

const { look, begin, site } = useDownloads();

const blocked = { extraHTTPHeaders: from("US") };
const visible = '[data-slot="download/button"] a:visible';

/** Everything of a page that offers a download or an account, by its address or its name, shown or not. */
const offers = "a[href*='/download/'], a[href*='sign-up'], [aria-label=Download]";

test.for([windows, linux, android])(
  "B141 B287 where downloads are blocked, $who is offered none on any other page: header, menu, quick area and footer have no such control",
  async ({ options }) => {
    await begin({ ...options, ...blocked }, async ({ page, expects }) => {
      expects("failed request", /^404 GET .*\/no-such-page\/$/);
      for (const path of ["/about-us/", "/responsible-gaming/", "/terms-conditions/", "/no-such-page/"]) {
        await page.goto(`${site().origin}${path}`);
        expect(
          await page.locator(offers).evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 120))),
          path,
        ).toEqual([]);
        expect(await page.getByRole("link", { name: "Download" }).count(), path).toBe(0);
        expect(await page.locator("header a[href]").count(), path).toBeGreaterThan(5);
      }
    });
  },
);

test("B141 where downloads are blocked, the pages about them explain it in place of every button, and do not lead elsewhere", async () => {
  await begin({ ...windows.options, ...blocked }, async ({ page }) => {
    for (const path of ["/", "/download/", "/poker-school/"]) {
      await page.goto(`${site().origin}${path}`);
      expect(await page.locator("a[href*='/download/installer/'], a[href*='auto=1']").count(), path).toBe(0);
      expect(await page.locator(visible).count(), path).toBe(0);
      const explanations = page.getByText("The client is not offered where you are").locator("visible=true");
      expect(await explanations.count(), path).toBeGreaterThan(0);
    }
  });
});

test("B141 B243 where downloads are blocked, home says that the Welcome Bonus is not offered there, and names no amount", async () => {
  await begin({ ...windows.options, ...blocked }, async ({ page }) => {
    await page.goto(`${site().origin}/#welcome-bonus`);
    const section = page.locator("#welcome-bonus");
    await section.getByText("The Welcome Bonus is not offered where you are.").waitFor();
    expect(await section.innerText()).not.toContain("$");
    expect(await section.locator("a").count()).toBe(0);
  });
});

test.for([true, false])(
  "B085 B287 where downloads are blocked, a phone has a bar at its bottom only with something in it (script: %s)",
  async (javaScriptEnabled) => {
    const small = { viewport: { width: 390, height: 844 }, javaScriptEnabled };
    await look("/privacy-policy/", { ...android.options, ...small, ...blocked }, async ({ page }) => {
      const bar = page.locator("[data-quick-area]");
      if (javaScriptEnabled) await page.locator("html[data-scroll]").waitFor();
      expect(await bar.isVisible()).toBe(false);
      await page.mouse.wheel(0, 600);
      await bar.getByRole("link", { name: "Page Top" }).waitFor();
      expect(await bar.isVisible()).toBe(true);
    });
  },
);

test("B122 B141 where downloads are blocked, auto=1 starts nothing, and the page still says what the client needs", async () => {
  await begin({ ...windows.options, ...blocked }, async ({ page, events }) => {
    const downloads = await watchInstallers(page);
    await page.goto(`${site().origin}/download/?auto=1`);
    await page.locator('[data-island="download/page"][data-live]').waitFor({ state: "attached" });
    expect(await page.getByRole("heading", { name: "The client is not offered where you are" }).isVisible()).toBe(true);
    expect(await page.getByText("Windows 8", { exact: true }).isVisible()).toBe(true);
    expect(await page.locator("img[src^='/download/qr/']").count()).toBe(0);
    expect(downloads).toEqual([]);
    expect((await events()).filter(({ name }) => name === "download:started")).toEqual([]);
  });
});

test("B141 where downloads are blocked, a visitor who types the address of a client sees the 403 page", async () => {
  await begin({ ...windows.options, ...blocked }, async ({ page, expects }) => {
    expects("failed request", /^403 GET \/download\/installer\/windows$/);
    const response = await page.goto(`${site().origin}/download/installer/windows`);
    expect(response?.status()).toBe(403);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.locator(offers).count()).toBe(0);
    await page.locator("header a[href='/']").first().click();
    await page.waitForURL(`${site().origin}/`);
  });
});

test("B141 a warning, Ontario and an unknown country block no download", async () => {
  await begin(windows.options, async ({ page }) => {
    for (const headers of [from("AU"), from("CA", "ON"), from("XX")]) {
      await page.setExtraHTTPHeaders(headers);
      await page.goto(`${site().origin}/contact/`);
      const hrefs = await page.locator(visible).evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect({ headers, hrefs: [...new Set(hrefs)] }).toEqual({ headers, hrefs: ["/download/?auto=1"] });
    }
  });
});

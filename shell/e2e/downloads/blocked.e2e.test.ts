import { expect, test } from "vitest";
import { android, linux, windows } from "./agents.ts";
import { from, useDownloads, watchInstallers } from "./use-downloads.ts";

const { look, begin, site, ask } = useDownloads();

const blocked = { extraHTTPHeaders: from("US") };
const visible = '[data-slot="download/button"] a:visible';

/** Everything of a page that offers a download or an account, by its address or its name, shown or not. */
const offers = "a[href*='/download/'], a[href*='sign-up'], [aria-label=Download]";

/** The offers in a document, the links that are called a download, and how many headings and links of the header it has. Runs in a page, which parses the HTML only. */
function readOffers({ html, selector }: { html: string; selector: string }) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const links = [...parsed.querySelectorAll("a")];
  return {
    offers: [...parsed.querySelectorAll(selector)].map((one) => one.outerHTML.slice(0, 120)),
    called: links.map(({ textContent }) => textContent.trim()).filter((name) => /download/i.test(name)),
    headings: parsed.querySelectorAll("h1").length,
    inHeader: [...parsed.querySelectorAll("header a[href]")].map((link) => link.getAttribute("href")),
  };
}

test("B141 B287 where downloads are blocked, a visitor with any browser is offered none on any other page: header, menu, quick area and footer have no such control; one who types the address of a client sees the 403 page, which leads home", async () => {
  await begin({}, async ({ page }) => {
    for (const { who, options } of [windows, linux, android]) {
      for (const [path, status] of [
        ["/about-us/", 200],
        ["/responsible-gaming/", 200],
        ["/terms-conditions/", 200],
        ["/no-such-page/", 404],
        ["/download/installer/windows", 403],
      ] as const) {
        const where = `${path} for ${who}`;
        const response = await ask(path, { ...from("US"), "user-agent": options.userAgent, accept: "text/html" });
        expect(response.status, where).toBe(status);
        const read = await page.evaluate(readOffers, { html: await response.text(), selector: offers });
        expect(read.offers, where).toEqual([]);
        expect(read.called, where).toEqual([]);
        expect(read.headings, where).toBe(1);
        expect(read.inHeader.length, where).toBeGreaterThan(5);
        expect(read.inHeader, where).toContain("/");
      }
    }
  });
});

test("B122 B141 B243 where downloads are blocked, the pages about them explain it in place of every button, and do not lead elsewhere; home names no amount of the Welcome Bonus, which is not offered there; auto=1 starts nothing, and the page still says what the client needs", async () => {
  await begin({ ...windows.options, ...blocked }, async ({ page, events }) => {
    const downloads = await watchInstallers(page);
    for (const path of ["/poker-school/", "/", "/download/?auto=1"]) {
      await page.goto(`${site().origin}${path}`);
      expect(await page.locator("a[href*='/download/installer/'], a[href*='auto=1']").count(), path).toBe(0);
      expect(await page.locator(visible).count(), path).toBe(0);
      const explanations = page.getByText("The client is not offered where you are").locator("visible=true");
      expect(await explanations.count(), path).toBeGreaterThan(0);
      if (path === "/") {
        const section = page.locator("#welcome-bonus");
        await section.getByText("The Welcome Bonus is not offered where you are.").waitFor();
        expect(await section.innerText()).not.toContain("$");
        expect(await section.locator("a").count()).toBe(0);
      }
    }
    // On the page with auto=1.
    await page.locator('[data-island="download/page"][data-live]').waitFor({ state: "attached" });
    expect(await page.getByRole("heading", { name: "The client is not offered where you are" }).isVisible()).toBe(true);
    expect(await page.getByText("Windows 8", { exact: true }).isVisible()).toBe(true);
    expect(await page.locator("img[src^='/download/qr/']").count()).toBe(0);
    expect(downloads).toEqual([]);
    expect((await events()).filter(({ name }) => name === "download:started")).toEqual([]);
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

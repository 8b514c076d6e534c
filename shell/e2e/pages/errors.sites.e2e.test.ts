import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { sampled } from "../harness/sampled.ts";
import { untilCore } from "../releases/soft-visit.ts";

/** The status of the page itself. */
const missing = /^404 GET .*\/no-such-page\/$/;

describeSitesInTurn(({ site, visit }) => {
  const lost = () => `${site().origin}${site().prefix}/no-such-page/`;

  test("B022 B197 B201 404 says its title, the path, that it is a misdeal, and leads back to the tables", async () => {
    const { page, expects, close } = await visit();
    expects("failed request", missing);
    expect((await page.goto(lost()))?.status()).toBe(404);
    expect(await page.title()).toMatch(/^Error : 404 Page Not Found/);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Error : 404 Page Not Found");
    const main = page.getByRole("main");
    expect(await main.getByText(/^Page not found: /).textContent()).toBe(
      `Page not found: ${site().prefix}/no-such-page/`,
    );
    expect(await main.getByText(/misdeal/i).textContent()).toMatch(/misdeal.+reshuffle/);
    expect(await main.getByRole("img").count()).toBe(1);
    await main.getByRole("link", { name: "Head back to the tables" }).click();
    await page.waitForURL(`${site().origin}${site().prefix}/`);
    await close();
  });

  // In a sample error-pages proves this, with the page for 500.
  test.runIf(sampled({ all: true, sample: false }))(
    "B199 the back button of 404 goes to the previous history entry",
    async () => {
      const visited = await visit();
      visited.expects("failed request", missing);
      const { page, close } = visited;
      const before = `${site().origin}${site().prefix}/contact/`;
      await page.goto(before);
      await page.goto(lost());
      await untilCore(visited);
      await page.getByRole("main").getByRole("link", { name: "Go back" }).click();
      await page.waitForURL(before);
      await close();
    },
  );

  test.each(sampled({ all: [true, false], sample: [false] }))(
    "B199 without an entry to go back to it leads home (JavaScript: %s)",
    async (javaScriptEnabled) => {
      const { page: first, expects, close } = await visit({ javaScriptEnabled });
      expects("failed request", missing);
      // A tab that a browser's driver opens has an empty page before it; one that a link opens has none.
      await first.setContent(`<a href="${lost()}" target="_blank" rel="noopener">Another tab</a>`);
      const [page] = await Promise.all([
        first.context().waitForEvent("page"),
        first.getByRole("link", { name: "Another tab" }).click(),
      ]);
      await page.getByRole("main").getByRole("link", { name: "Go back" }).click();
      await page.waitForURL(`${site().origin}${site().prefix}/`);
      await close();
    },
  );

  test("B028 an error page has the header, the footer and the way to help, and is not for search engines", async () => {
    const html = await (await fetch(lost())).text();
    expect(html).toContain(`<meta name="robots" content="noindex">`);
    expect(html).not.toContain('rel="canonical"');
    expect(html).toContain(`href="${site().prefix}/responsible-gaming/"`);
  });
});

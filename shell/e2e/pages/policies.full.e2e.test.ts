import { expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { describeSitesInFull } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";
import { readPage } from "./read-page.ts";
import { sampledCases } from "../harness/sampled.ts";

/** The documents with what is printed on top of them (B257, B258; those without a date of their own carry that of the one they belong to). */
const policies: readonly [path: string, effective: string][] = [
  ["/terms-conditions/", "13 December 2024"],
  ["/house-rules/", "13 December 2024"],
  ["/payment-details-policy/", "13 December 2024"],
  ["/withdrawal-policy/", "13 December 2024"],
  ["/privacy-policy/", "28 June 2024"],
  ["/cookie-policy/", "28 June 2024"],
];

describeSitesInFull(({ site, visit }) => {
  const url = (path: string): string => `${site().origin}${site().prefix}${path}`;

  test.each(policies)("B257 B258 %s carries its date %s; the terms alone have a version", async (path, effective) => {
    const { text } = await readPage(site(), `${site().prefix}${path}`);
    expect(text).toContain(`Effective ${effective}`);
    expect(/Version \d+/.exec(text)?.[0]).toBe(path === "/terms-conditions/" ? "Version 20241213" : undefined);
  });

  test.each(sampledCases(2, policies))(
    "the contents of %s list every clause, in order, and lead to each",
    async (path) => {
      const { page, close } = await visit({ javaScriptEnabled: false });
      await page.goto(url(path));
      const clauses = await page.locator("main .prose > h2").evaluateAll((all) => all.map((one) => `#${one.id}`));
      const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
      expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual(clauses);
      expect(clauses.length).toBeGreaterThan(3);
      await links.last().click();
      await expect.poll(() => page.locator(clauses.at(-1) ?? "").evaluate(isInView), { timeout: 8000 }).toBe(true);
      expect(new URL(page.url()).hash).toBe(clauses.at(-1));
      await close();
    },
  );

  test.each(sampledCases(2, policies))(
    "%s prints as text: black on white, with its date and contact, and no menu, buttons or contents",
    async (path, effective) => {
      const { page, messages, close } = await visit();
      await page.goto(url(path));
      await page.emulateMedia({ media: "print" });
      const main = page.getByRole("main");
      expect(await main.getByText(effective, { exact: true }).isVisible()).toBe(true);
      expect(await main.getByText(siteConfigs[site().id].contacts.support.email).last().isVisible()).toBe(true);
      for (const hidden of ["nav", "header nav", ".button:visible"])
        expect(await page.locator(`main ${hidden}:visible`).count(), hidden).toBe(0);
      const colours = await main
        .locator(".prose > p")
        .first()
        .evaluate((text) => [getComputedStyle(text).color, getComputedStyle(document.documentElement).backgroundColor]);
      expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
      const pdf = await page.pdf({ format: "A4" });
      expect(pdf.toString("latin1", 0, 5)).toBe("%PDF-");
      expect(messages).toEqual([]);
      await close();
    },
  );

  test("B246 B270 responsible gaming shows signs of harm, limits, the terms of self-exclusion, the helpline and the chat", async () => {
    const { html, text, links, ids } = await readPage(site(), `${site().prefix}/responsible-gaming/`);
    expect(["signs", "limits", "self-exclusion", "age", "help"].filter((id) => !ids.has(id))).toEqual([]);
    expect(text).toContain(`adults of ${siteConfigs[site().id].minimumAge} and over`);
    for (const words of ["From 6 months to 5 years", "Permanently", "Reopening needs customer support"])
      expect(text).toContain(words);
    expect(links).toContain(siteConfigs[site().id].helplineUrl);
    expect(html).toContain('data-slot="support-chat/launcher"');
  });

  test.each(["/responsible-gaming/", "/contact/"])(
    "B294 %s prints the address of the helpline and those of support",
    async (path) => {
      const { page, close } = await visit();
      await page.goto(url(path));
      await page.emulateMedia({ media: "print" });
      const { helplineUrl, contacts } = siteConfigs[site().id];
      const written = await page
        .locator(`main a[href="${helplineUrl}"]:visible`)
        .evaluateAll((all) => all.map((one) => getComputedStyle(one, "::after").content));
      expect(written).toContainEqual(expect.stringContaining(helplineUrl));
      expect(await page.locator("main").getByText(contacts.support.email).first().isVisible()).toBe(true);
      await close();
    },
  );

  test("every page links to responsible gaming and the helpline, and shows the minimum age and the regulator's badge", async () => {
    const config = siteConfigs[site().id];
    for (const { path } of await listPages(site())) {
      const { html, text, links } = await readPage(site(), path);
      expect(links, path).toContain(`${site().prefix}/responsible-gaming/`);
      expect(links, path).toContain(config.helplineUrl);
      expect(text, path).toMatch(new RegExp(`\\b${config.minimumAge}\\s?\\+`));
      expect(html, path).toContain('src="/assets/regulator.svg"');
    }
  });
});

/** Whether an element is on the screen as a whole. Runs in the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

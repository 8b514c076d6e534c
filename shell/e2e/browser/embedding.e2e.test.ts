import { expect, test } from "vitest";
import { describeSites } from "../harness/describe-sites.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";

describeSites(({ site, visit }) => {
  test("B210 B211 B212 B213 B214 an address that says it is embedded sets the body's class before paint, and a soft move keeps both", async () => {
    const visited = await visit();
    const { page, messages } = visited;
    for (const [query, name] of [
      ["embedded=1", "client-nav-1"], ["embedded=logo", "client-nav-logo"], ["embedded=all", "client-nav-all"],
      ["embeded=logo", "client-nav-logo"], ["nsus=1", "client-nav-all"], ["embedded=2", ""],
    ] as const) {
      await page.goto(`${site().origin}${site().prefix}/house-rules/?${query}`);
      expect(await page.evaluate(() => document.body.className)).toBe(name);
    }
    await page.goto(`${site().origin}${site().prefix}/house-rules/?embedded=logo`);
    await untilCore(visited);
    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "privacy-policy").click();
    await page.waitForURL("**/privacy-policy/?embedded=logo");
    expect(traffic().documents).toEqual([]);
    expect(await page.evaluate(() => document.body.className)).toBe("client-nav-logo");
    expect(messages).toEqual([]);
    await visited.close();
  });
});

import type { Page } from "playwright";
import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { agents, iphone, windows } from "./agents.ts";
import { from, useDownloads, watchInstallers } from "./use-downloads.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

const { look, begin, site, ask } = useDownloads();

/** Pages of each kind: home, one of every remote, and one that is not there. */
const pages = ["/", "/contact/", "/poker-school/", "/terms-conditions/", "/no-such-page/"];
const isDesktop = (client: string): boolean => ["windows", "osx", "mobile"].includes(client);

/** Where the download buttons lead that a visitor sees, each once. The menu of a phone is opened for it. */
async function listTargets(page: Page): Promise<string[]> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
  const hrefs = await page
    .locator('[data-slot="download/button"] a:visible')
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  return [...new Set(hrefs)];
}

/** Of agents of the same kind, which see the same buttons, the sample walks with one at a desk through all pages, and with the others through as many as have content of their own. */
const walks = agents.map((agent) => ({
  ...agent,
  paths: sampled({
    all: pages,
    sample: agent === windows ? pages : agent === iphone ? ["/", "/poker-school/"] : ["/"],
  }),
}));

test.for(sampledCases(4, walks))(
  "B113 B115 B116 B117 B118 B120 B121 B132 every download button leads $who to the same place, on every page, and to the client the server would pick",
  async ({ options, system, client, paths }) => {
    await begin(options, async ({ page, expects }) => {
      if (paths.includes("/no-such-page/")) expects("failed request", /^404 GET .*\/no-such-page\/$/);
      for (const path of paths) {
        await page.goto(`${site().origin}${path}`);
        expect(await page.evaluate(() => document.documentElement.dataset["platform"]), path).toBe(system);
        expect(await listTargets(page), path).toEqual([
          isDesktop(client) ? "/download/?auto=1" : `/download/installer/${client}`,
        ]);
      }
      await page.goto(`${site().origin}/download/`);
      expect(await listTargets(page)).toEqual([`/download/installer/${client}`]);

      const own = await page.locator("main section").first().locator("a.button:visible").getAttribute("href");
      const offered = await ask(own ?? "", from("PH"));
      const picked = await ask("/download/installer/", { ...from("PH"), "user-agent": options.userAgent });
      expect(offered.status).toBe(302);
      expect(picked.headers.get("location")).toBe(offered.headers.get("location"));
    });
  },
);

test.for(
  sampledCases(
    2,
    agents.filter(({ client }) => !isDesktop(client)),
  ),
)("B117 B121 $who follows an ordinary link, with one press, from any page", async ({ options, client }) => {
  await look("/contact/", { ...options, extraHTTPHeaders: from("PH") }, async ({ page, events }) => {
    const downloads = await watchInstallers(page);
    await page.locator('[data-slot="download/button"][data-variant="quick"] a:visible').click();
    await waitUntil(() => downloads.length > 0, { what: "the download" });
    expect(downloads).toEqual([
      `302 ${(await ask(`/download/installer/${client}`, from("PH"))).headers.get("location")}`,
    ]);
    expect(new URL(page.url()).pathname).toBe("/contact/");
    await waitUntil(async () => (await events()).some(({ name }) => name === "download:started"), {
      what: "download:started",
    });
    expect((await events()).filter(({ name }) => name === "download:started").map(({ detail }) => detail)).toEqual([
      { platform: client, url: `/download/installer/${client}` },
    ]);
  });
});

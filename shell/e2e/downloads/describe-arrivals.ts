import type { Page } from "playwright";
import { expect, test } from "vitest";
import { answerLinks } from "../../src/server/testing/fixture-download-service.ts";
import { openBrowser, type Visit } from "../harness/open-browser.ts";
import { type Arrival, useArrivals } from "../harness/use-arrivals.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { android, iphone, linux, windows } from "./agents.ts";
import { from, type ServedDownloads, watchInstallers } from "./use-downloads.ts";
import { countStarts, installer, status } from "./started-downloads.ts";
import { sampledCases } from "../harness/sampled.ts";

/** The code of the download page's island. */
const pageCode = /\/_release\/download\/.*\/expose-page\.\w+\.js$/;
const untilLive = (page: Page): Promise<void> =>
  page.locator('[data-island="download/page"][data-live]').waitFor({ state: "attached" });

/** What the download page does for a visitor who comes to it. */
export function describeArrivals({ begin: beginAnew, visit, site, service }: ServedDownloads): void {
  /** One profile of Chrome on Windows, in which each visitor was never here. */
  const arrive = useArrivals(site, () => visit(windows.options));
  const look = async (path: string, use: (visit: Visit) => Promise<void>, arrival?: Arrival): Promise<void> =>
    use(await arrive(path, arrival));
  /** Begins on a page without scripts. */
  const begin = (use: (visit: Visit) => Promise<void>): Promise<void> => look("/assets/favicon.svg", use);

  test("B120 B122 a press on any page's button starts the download on the download page, and the page says so; who comes again starts again: another press is another arrival", async () => {
    await look("/contact/", async ({ page, messages, violations }) => {
      const downloads = await watchInstallers(page);
      await page.locator('header [data-slot="download/button"][data-variant="header"] a:visible').click();
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      await status(page).getByText("Your download for Windows is starting").waitFor();
      expect(page.url()).toBe(`${site().origin}/download/?auto=1`);
      expect(downloads).toEqual([installer]);
      // Offered again, as an ordinary link.
      await status(page).getByRole("link", { name: "Download for Windows" }).click();
      await waitUntil(() => downloads.length > 1, { what: "the second download" });
      expect(downloads).toEqual([installer, installer]);
      expect(messages).toEqual([]);
      expect(await violations()).toEqual([]);

      await page.goto(`${site().origin}/contact/`);
      await page.locator('header [data-slot="download/button"][data-variant="header"] a:visible').click();
      await waitUntil(() => downloads.length > 2, { what: "the download of the second arrival" });
      expect(downloads, "who comes again").toEqual([installer, installer, installer]);
    });
  });

  test("B122 an arrival's download starts before its page is hydrated, once, and the page says so as soon as it is; not again after a step back, or a step back and forward within the site", async () => {
    await begin(async (visited) => {
      const { page, messages } = visited;
      const downloads = await watchInstallers(page);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(pageCode, async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto(`${site().origin}/download/?auto=1`);
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      expect(await status(page).textContent()).toBe("");
      release();
      await status(page).getByText("Your download for Windows is starting").waitFor();
      await untilLive(page);
      expect(downloads).toEqual([installer]);
      expect(await countStarts(visited)).toBe(1);
      expect(messages).toEqual([]);
      // Gone and come back to: it is not starting any more.
      await page.locator("footer a[href='/privacy-policy/']").first().click();
      await page.waitForURL("**/privacy-policy/");
      await page.goBack();
      await page.waitForURL("**/download/?auto=1");
      await untilLive(page);
      expect(await status(page).textContent()).toBe("");
      expect(downloads, "after a step back within the site").toEqual([installer]);
      await page.goForward();
      await page.waitForURL("**/privacy-policy/");
      await page.goBack();
      await page.waitForURL("**/download/?auto=1");
      await untilLive(page);
      expect(downloads, "after a step back and forward within the site").toEqual([installer]);
    });
  });

  test("B122 an arrival starts once: not again after a reload, or a step back from another document", async () => {
    await begin(async ({ page }) => {
      const downloads = await watchInstallers(page);
      await page.goto(`${site().origin}/download/?auto=1`);
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      await status(page).getByText("is starting").waitFor();
      // Its answer has no content; a reload before it is dealt with would be cut off.
      await page.waitForLoadState("networkidle");
      await page.reload();
      await untilLive(page);
      expect(downloads, "after a reload").toEqual([installer]);
      await page.goto(`${site().origin}/responsible-gaming/`);
      await page.goBack();
      await untilLive(page);
      expect(downloads, "after a step back from another document").toEqual([installer]);
    });
  });

  test("B122 in a browser that gives up what it is fetching an arrival's download waits for the code of its page", async () => {
    await beginAnew(windows.options, async (visited) => {
      const { page, requests } = visited;
      const downloads = await watchInstallers(page);
      await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "userAgentData"));
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(pageCode, async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto(`${site().origin}/download/?auto=1`);
      await waitUntil(() => requests.some((request) => pageCode.test(request.url())), { what: "the page's code" });
      // Told at the start, in the load event at the latest: what is asked of the server comes later.
      expect(await countStarts(visited)).toBe(0);
      expect(downloads).toEqual([]);
      release();
      await status(page).getByText("Your download for Windows is starting").waitFor();
      expect(await countStarts(visited)).toBe(1);
      expect(downloads).toEqual([installer]);
    });
  });

  test("B122 an arrival's download starts although the code of its page does not come", async () => {
    await begin(async (visited) => {
      const { page, expects } = visited;
      const downloads = await watchInstallers(page);
      expects("failed request", /^404 GET \/_release\/download\/.*\.js$/);
      await page.route(pageCode, (route) => route.fulfill({ status: 404 }));
      await page.goto(`${site().origin}/download/?auto=1`);
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      // A page whose code does not come is loaded once more. That is no other arrival.
      const countLoads = (): number => visited.requests.filter((request) => request.url() === page.url()).length;
      await waitUntil(() => countLoads() === 2, { what: "the page once more" });
      await page.waitForLoadState("networkidle");
      expect(downloads).toEqual([installer]);
    });
  });

  test("B122 the download page starts nothing by itself where its address does not say auto=1 as we write it", async () => {
    await begin(async (visited) => {
      const { page } = visited;
      const downloads = await watchInstallers(page);
      for (const query of sampledCases(2, [
        "?auto=11",
        "#auto=1",
        "",
        "?auto=0",
        "?auto=",
        "?auto=true",
        "?automatic=1",
      ])) {
        await page.goto(`${site().origin}/download/${query}`);
        // Once it is live it would have started.
        await page.locator("main summary").first().click();
        await untilLive(page);
        const starts = await countStarts(visited);
        expect({ query, downloads, starts, status: await status(page).textContent() }).toEqual({
          query,
          downloads: [],
          starts: 0,
          status: "",
        });
      }
    });
  });

  test("B122 a page that comes back from the back/forward cache starts nothing, and still offers the link", async () => {
    const browser = openBrowser({ keepsPages: true });
    const visited = await browser.visit(windows.options);
    const { page } = visited;
    try {
      await page.addInitScript(() =>
        addEventListener("pageshow", ({ persisted }) => {
          if (persisted) document.documentElement.dataset["restored"] = "";
        }),
      );
      const downloads = await watchInstallers(page);
      await page.goto(`${site().origin}/download/?auto=1`);
      await status(page).getByText("is starting").waitFor();
      await page.goto(`${site().origin}/responsible-gaming/`);
      await page.evaluate(() => history.back());
      await page.locator("html[data-restored]").waitFor({ state: "attached" });
      expect(page.url()).toBe(`${site().origin}/download/?auto=1`);
      expect(await status(page).getByRole("link", { name: "Download for Windows" }).isVisible()).toBe(true);
      expect(await countStarts(visited)).toBe(1);
      expect(downloads).toEqual([installer]);
    } finally {
      await visited.close();
      await browser.close();
    }
  });

  test.for(
    sampledCases(2, [
      [
        linux,
        "The page with the clients for iOS, Android is opening",
        "Get the mobile client",
        "https://m.ggp.example/download/?siteId=GGPPH",
      ],
      [android, "Your download for Android is starting", "Download for Android", "https://apps.example/client"],
      [iphone, "The page with the clients for iOS is opening", "Download for iOS", "https://apps.example/client"],
    ]),
  )(
    "B116 B117 B118 B122 auto=1 gives every system its own client, and says which",
    async ([agent, text, again, location]) => {
      service().answer = answerLinks([{ type: 6, url: "https://apps.example/client" }]);
      await beginAnew({ ...agent.options, extraHTTPHeaders: from("FI") }, async ({ page }) => {
        const downloads = await watchInstallers(page);
        await page.goto(`${site().origin}/download/?auto=1`, { waitUntil: "domcontentloaded" });
        await status(page).getByText(text).waitFor();
        expect(await status(page).getByRole("link").textContent()).toBe(again);
        await waitUntil(() => downloads.length > 0, { what: "the download" });
        expect(downloads).toEqual([`302 ${location}`]);
      });
    },
  );

  test("B121 B122 with the download remote's code dead, nothing starts by itself, and every link of the page still works", async () => {
    await begin(async ({ page, expects }) => {
      const downloads = await watchInstallers(page);
      expects("failed request", /^404 GET \/_release\/download\/.*\.js$/);
      await page.route("**/_release/download/**/*.js", (route) => route.fulfill({ status: 404 }));
      await page.goto(`${site().origin}/download/?auto=1`);
      await page.locator("main section").first().locator("a.button:visible").click();
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      expect(downloads).toEqual([installer]);
    });
  });
}

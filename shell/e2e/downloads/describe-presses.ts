import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { type Arrival, useArrivals } from "../harness/use-arrivals.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { windows } from "./agents.ts";
import { countStarts, installer, status } from "./started-downloads.ts";
import { type ServedDownloads, watchInstallers } from "./use-downloads.ts";

/** Whether the start of a text is within the window, with nothing above it. It runs in the page. */
const isSeen = (text: Element): boolean => {
  const { x, y } = text.getBoundingClientRect();
  return text.contains(document.elementFromPoint(x + 2, y + 2));
};

/** What the download page does for a visitor who presses one of its links. */
export function describePresses({ visit, site }: ServedDownloads): void {
  /** One profile of Chrome on Windows, in which each visitor was never here. */
  const arrive = useArrivals(site, () => visit(windows.options));
  const look = async (path: string, use: (visit: Visit) => Promise<void>, arrival?: Arrival): Promise<void> =>
    use(await arrive(path, arrival));

  test("B122 B290 a link pressed on the page is said to be starting as well, and one pressed without connection starts once there is one, on the page it was pressed on", async () => {
    await look("/download/", async ({ page, permits }) => {
      permits("failed request", /^net::ERR_(INTERNET_DISCONNECTED|ABORTED) /);
      const downloads = await watchInstallers(page);
      await page
        .locator("main li")
        .filter({ hasText: "Mac OS X" })
        .getByRole("link", { name: "Download for Mac" })
        .click();
      await status(page).getByText("Your download for Mac is starting").waitFor();
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      expect(downloads).toEqual(["302 https://download.ggp.example/osx/ggp/en/"]);

      const offline = page.locator("#offline");
      await page.context().setOffline(true);
      const link = page.locator("main section").first().locator("a.button:visible");
      await link.click();
      await offline.waitFor();
      await page.context().setOffline(false);
      await waitUntil(() => downloads.length > 1, { what: "the download that waited for the connection" });
      await offline.waitFor({ state: "detached" });
      expect(downloads.slice(1)).toEqual([installer]);
      expect(new URL(page.url()).pathname).toBe("/download/");
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });

  test("B122 pressed far down the page, what starts is said in view, and a double click in the list starts nothing else", async () => {
    await look(
      "/download/",
      async ({ page }) => {
        const downloads = await watchInstallers(page);
        await page.locator("main li").getByRole("link", { name: "Download for Mac" }).dblclick();
        const said = status(page).getByText("Your download for Mac is starting");
        await said.waitFor();
        await waitUntil(() => said.evaluate(isSeen), { what: "the text to be seen, below the header" });
        await page.locator("main li").getByRole("link", { name: "Download for Mac" }).press("Enter");
        await waitUntil(() => said.evaluate(isSeen), { what: "the text to be seen again" });
        await waitUntil(() => downloads.length > 1, { what: "the downloads" });
        expect(new Set(downloads)).toEqual(new Set(["302 https://download.ggp.example/osx/ggp/en/"]));
        // The visitor's own system: its button is near, and what is said would be half behind the header.
        await page.mouse.wheel(0, 420);
        await page.locator("main section").first().locator("a.button:visible").click();
        const own = status(page).getByText("Your download for Windows is starting");
        await waitUntil(() => own.evaluate(isSeen), { what: "the text of the own system to be seen" });
      },
      { viewport: { width: 1280, height: 720 } },
    );
  });

  test("B122 a second press of the same link is said again to people who listen, and the link in what is said keeps the focus", async () => {
    await look("/download/", async ({ page }) => {
      const downloads = await watchInstallers(page);
      await page.locator("main li").getByRole("link", { name: "Download for Mac" }).press("Enter");
      const said = await status(page).getByText("Your download for Mac is starting").elementHandle();
      const again = status(page).getByRole("link", { name: "Download for Mac" });
      await again.press("Enter");
      await waitUntil(() => downloads.length > 1, { what: "the second download" });
      // Screen readers say what is put into the status, also when it is the same words.
      await waitUntil(async () => (await said?.evaluate((old) => old.isConnected)) === false, { what: "new words" });
      await status(page).getByText("Your download for Mac is starting").waitFor();
      expect(await again.evaluate((link) => link === document.activeElement)).toBe(true);
    });
  });

  test("B122 the header's button pressed on the download page is said to be starting there as well, before the page is touched", async () => {
    await look("/download/", async ({ page }) => {
      const downloads = await watchInstallers(page);
      await page.locator("header").getByRole("link", { name: "Download", exact: true }).press("Enter");
      await status(page).getByText("Your download for Windows is starting").waitFor();
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      expect(downloads).toEqual(["302 https://download.ggp.example/windows/ggp/en/"]);
    });
  });

  test("B121 a link pressed before any script arrived downloads at once, once, and the page says so as soon as it can", async () => {
    // It begins on a page without scripts.
    await look("/assets/favicon.svg", async (visited) => {
      const { page } = visited;
      const downloads = await watchInstallers(page);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/_release\/.*\.js$/, async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto(`${site().origin}/download/`, { waitUntil: "commit" });
      await page.locator("main section").first().locator("a.button:visible").click();
      await waitUntil(() => downloads.length > 0, { what: "the download" });
      expect(await status(page).textContent()).toBe("");
      release();
      await status(page).getByText("Your download for Windows is starting").waitFor();
      expect(downloads).toEqual([installer]);
      expect(await countStarts(visited)).toBe(1);
    });
  });
}

import type { Page, Request } from "playwright";
import { expect, test } from "vitest";
import { chatPage } from "../chat/describe-chats.ts";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { listPages } from "../harness/site-pages.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampled } from "../harness/sampled.ts";

/** Everything a page may ask its own server for, besides pages. */
const ours = [
  /^\/_release\//,
  /^\/download\/qr\/[a-z-]+\.svg$/,
  /^\/_image\//,
  /^\/assets\//,
  /^\/builds\/(latest|meta\/[0-9a-f]{12})\.json$/,
  /\/_payload\.json$/,
  /^\/favicon\.ico$/,
  /^\/api\/(navigations|util-navigations|brand-ambassador|download-url|visitor|device|icons\/[a-z-]+\.json)$/,
];

describeSitesInTurn(({ site, visit }) => {
  const withChat = (): string => `${site().prefix}${chatPage}`;

  test(
    "B233 B238 no page, with everything in it hydrated, calls anything of accounts, the lobby or payments, or sends anything",
    { timeout: 240_000 },
    async () => {
      const pages = (await listPages(site())).map(({ path }) => path);
      const paths = sampled({ all: pages, sample: pagesOfEachKind.map((path) => `${site().prefix}${path}`) });
      const { page: first, close } = await visit();
      const context = first.context();
      const requests: Request[] = [];
      context.on("request", (request) => requests.push(request));
      const hydrate = async (page: Page, path: string): Promise<void> => {
        // Artwork that is drawn for the first time takes its time.
        await page.goto(`${site().origin}${path}`, { waitUntil: "domcontentloaded" });
        await touchIslands(page);
        await waitUntil(
          () =>
            page.evaluate(() =>
              [...document.querySelectorAll("[data-island]")].some((host) => host.hasAttribute("data-live")),
            ),
          { what: `a region of ${path} to live` },
        );
        await page.waitForLoadState("networkidle", { timeout: 30_000 });
      };
      const left = paths.filter((path) => path !== withChat());
      const hydrateEach = async (page: Page): Promise<void> => {
        for (let path = left.shift(); path !== undefined; path = left.shift()) await hydrate(page, path);
      };
      // Several tabs: while one waits for silence, the next page is opened. Only the first page of a visit has answers of the chat's queue.
      const others = Array.from({ length: 2 }, async () => hydrateEach(await context.newPage()));
      await hydrate(first, withChat());
      await Promise.all([hydrateEach(first), ...others]);
      const documents = requests.filter((request) => request.isNavigationRequest());
      expect(documents.map((request) => new URL(request.url()).pathname).toSorted()).toEqual([...paths].toSorted());
      const own = requests.filter((request) => new URL(request.url()).origin === site().origin);
      const foreign = own
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => !pages.includes(path) && !ours.some((pattern) => pattern.test(path)));
      expect(foreign).toEqual([]);
      expect(own.filter((request) => request.method() !== "GET").map((request) => request.url())).toEqual([]);
      expect(
        requests
          .map((request) => new URL(request.url()).hostname)
          .filter((host) => /account|lobby|payment|wallet|cashier/.test(host)),
      ).toEqual([]);
      await close();
    },
  );
});

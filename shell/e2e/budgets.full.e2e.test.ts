import { budgets } from "@site/contracts/release-checks/budgets";
import type { Request } from "playwright";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../sites/sites.ts";
import { repack, toBody } from "../src/server/pages/encoded-page.ts";
import { describeSitesInFull } from "./harness/describe-sites.ts";
import { listScripts, toWireSize } from "./harness/open-browser.ts";
import { findBrowser } from "./harness/shared-browsers.ts";
import { findFirstViewport } from "./harness/first-viewport.ts";
import { listPages } from "./harness/site-pages.ts";
import { listIslands, touchIslands } from "./harness/touch-islands.ts";
import { siteIds } from "./harness/start-site.ts";
import { useSite } from "./harness/use-site.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { sampled, sampledCases } from "./harness/sampled.ts";

const kilobyte = 1024;

const phone = ["phone", { width: 390, height: 844 }] as const;
const desk = ["desk", { width: 1440, height: 900 }] as const;
const devices = [phone, desk];

/** The site with two languages takes most bytes before the end of its first viewport, in its first language, whose words are longer. */
const sampledDevices = { GGPPH: [], GGPCOM: [], GGPBR: devices };

describe.each([...siteIds, "GGPBR"] as const)("the documents of %s", (id) => {
  const { site } = useSite(id);
  const { locales } = siteConfigs[id];

  test("take at most 24 KB each, in every language", async () => {
    const paths = (await listPages(site())).map(({ path }) => path.slice(site().prefix.length));
    const addresses = locales.flatMap(({ code }) => paths.map((path) => toLocalizedPath(siteConfigs[id], code, path)));
    const sizes = await Promise.all(
      addresses.map(async (path) => ({ path, size: await readSize(`${site().origin}${path}`) })),
    );
    const [largest] = sizes.toSorted((one, other) => other.size - one.size);
    console.log(`${id}: the largest of ${sizes.length} documents is ${largest?.path} with ${largest?.size} bytes`);
    expect(sizes.length).toBeGreaterThan(14 * locales.length);
    // In the seconds after a start, pages are compressed quickly. What counts is how the server compresses them in the quiet after it.
    const large = sizes.filter(({ size }) => size > budgets.html);
    const smallest = await Promise.all(large.map(async ({ path }) => ({ path, size: await readSmallest(path) })));
    console.log(`${id}: at best compression ${JSON.stringify(smallest)}`);
    expect(smallest.filter(({ size }) => size > budgets.html)).toEqual([]);
  });

  /** Bytes of a document as the server compresses it in the quiet after a start. */
  async function readSmallest(path: string): Promise<number> {
    const html = await (await fetch(`${site().origin}${path}`)).text();
    return (await repack(toBody(html, "quick"), "best")).length;
  }

  test.each(sampled({ all: devices, sample: sampledDevices[id] }))(
    "of home complete the first viewport on a %s within the first flight of a connection, 14 KB, in every language",
    { timeout: 120_000 },
    async (device, viewport) => {
      const browser = await findBrowser({ isShellEnough: true, args: [] });
      for (const { code } of sampledCases(1, locales)) {
        const address = `${site().origin}${toLocalizedPath(siteConfigs[id], code, "/")}`;
        // As the server compresses it in the quiet after a start.
        const body = await repack(toBody(await (await fetch(address)).text(), "quick"), "best");
        const page = await browser.newPage({ viewport });
        // How many bytes it takes exactly is measured by `npm run bench sizes`.
        const size = await findFirstViewport(page, site().origin, body, budgets.firstViewport);
        console.log(`${id}: the first viewport of home in ${code} on a ${device} takes at most ${size} bytes`);
        expect.soft(size, code).toBeLessThanOrEqual(budgets.firstViewport);
        await page.close();
      }
    },
  );
});

describeSitesInFull(({ site, visit }) => {
  test("all the JavaScript of home, with every island hydrated, takes at most 150 KB; each entry, also that of a remote which home does not need, and the core at most 20", async () => {
    const { page, requests, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/`);
    await touchIslands(page);
    await waitUntil(
      async () => {
        const { all, live } = await listIslands(page);
        return live.length === all.length;
      },
      { what: "every region of home to live" },
    );
    await page.waitForLoadState("networkidle");
    const sizes = await readScriptSizes(requests);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(
      `${site().id}: home with every region live fetches ${total} bytes of JavaScript in ${sizes.size} files`,
    );
    expect(total).toBeGreaterThan(10 * kilobyte);
    expect(total).toBeLessThanOrEqual(budgets.homeScriptsLive);
    const entries = [...sizes].filter(([path]) => /\/(remoteEntry|core)\.js$/.test(path));
    expect(entries.length).toBeGreaterThan(2);
    expect(entries.filter(([path, size]) => size > (path.endsWith("/core.js") ? budgets.core : budgets.entry))).toEqual(
      [],
    );

    await page.goto(`${site().origin}${site().prefix}/responsible-gaming/`);
    await touchIslands(page);
    await page.locator('[data-island^="support-chat/launcher"][data-live]').first().waitFor({ state: "attached" });
    const chat = [...(await readScriptSizes(requests))].filter(([path]) =>
      /\/support-chat\/[^/]+\/remoteEntry\.js$/.test(path),
    );
    expect(chat, "the entry that home does not need").toHaveLength(1);
    for (const [, size] of chat) {
      expect(size).toBeGreaterThan(0);
      expect(size).toBeLessThanOrEqual(budgets.entry);
    }
    await close();
  });
});

/** Bytes of a page as a browser that knows brotli gets it. */
async function readSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "br" } });
  await response.arrayBuffer();
  expect(response.headers.get("content-encoding")).toBe("br");
  return Number(response.headers.get("content-length"));
}

/** Bytes of each script over the wire. A file that was preloaded and then run is fetched once, and counted once. */
async function readScriptSizes(requests: readonly Request[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const request of listScripts(requests)) {
    const path = new URL(request.url()).pathname;
    sizes.set(path, Math.max(sizes.get(path) ?? 0, await toWireSize(request)));
  }
  return sizes;
}

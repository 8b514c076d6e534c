import type { Request } from "playwright";
import { expect, test } from "vitest";
import { describeSites } from "./harness/describe-sites.ts";
import { listScripts, toWireSize } from "./harness/open-browser.ts";
import { listPages } from "./harness/site-pages.ts";
import { listIslands, touchIslands } from "./harness/touch-islands.ts";
import { waitUntil } from "./harness/wait-until.ts";

const kilobyte = 1024;

describeSites(({ site, visit }) => {
  test("home's document takes at most 24 KB", async () => {
    expect(await readSize(`${site().origin}${site().prefix}/`)).toBeLessThanOrEqual(24 * kilobyte);
  });

  test("no page's document takes more than home's may", async () => {
    const sizes = await Promise.all((await listPages(site())).map(async ({ path }) => ({ path, size: await readSize(`${site().origin}${path}`) })));
    expect(sizes.filter(({ size }) => size > 24 * kilobyte)).toEqual([]);
  });

  test("all the JavaScript of home, with every region live, takes at most 150 KB; each entry and the core at most 20", async () => {
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
    console.log(`${site().id}: home with every region live fetches ${total} bytes of JavaScript in ${sizes.size} files`);
    expect(total).toBeGreaterThan(10 * kilobyte);
    expect(total).toBeLessThanOrEqual(150 * kilobyte);
    const entries = [...sizes].filter(([path]) => /\/(remoteEntry|core)\.js$/.test(path));
    expect(entries.length).toBeGreaterThan(2);
    expect(entries.filter(([, size]) => size > 20 * kilobyte)).toEqual([]);
    await close();
  });

  test("the entry of a remote that home does not need takes at most 20 KB too", async () => {
    const { page, requests, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/responsible-gaming/`);
    await touchIslands(page);
    await page.locator('[data-island^="support-chat/launcher"][data-live]').first().waitFor({ state: "attached" });
    const [entry] = [...(await readScriptSizes(requests))].filter(([path]) => /\/support-chat\/[^/]+\/remoteEntry\.js$/.test(path));
    expect(entry?.[1]).toBeGreaterThan(0);
    expect(entry?.[1]).toBeLessThanOrEqual(20 * kilobyte);
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

// A region that is not hydrated yet may be hydrated by the very press that leads to another page: its code then arrives while, or
// after, the page changes beneath it.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { useSite } from "./harness/use-site.ts";
import type { Visit } from "./harness/open-browser.ts";
import { listPages } from "./harness/site-pages.ts";
import { passGuard } from "./navigation/menu.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { expectShown, untilCore, watchTraffic } from "./releases/soft-visit.ts";
import { sampled } from "./harness/sampled.ts";

const header = '[data-island="navigation/header"]';
const touch = { hasTouch: true, reducedMotion: "reduce" } as const;
const desk = { width: 1440, height: 900 };
const sizes = [desk, { width: 390, height: 844 }];

const { site, visit } = useSite("GGPPH");

test.for(sizes)(
  "a first touch on any link of the menu leads there, and the header is hydrated as it was sent, at $width pixels",
  { timeout: 240_000 },
  async (viewport) => {
    const visited = await visit({ ...touch, viewport });
    const { page } = visited;
    await page.addInitScript(stopSeconds);
    const held = await holdHeader(page);
    await open(visited, "/no-such-place-in-any-menu/");
    visited.expects("failed request", /^404 GET \/no-such-place-in-any-menu\/$/);
    const pages = new Set((await listPages(site())).map(({ path }) => path));
    const all = (await listMenuPaths(page)).filter((path) => pages.has(path));
    // In a sample one of six at a desk, and others on a phone.
    const turn = viewport === desk ? 0 : 3;
    const paths = sampled({ all, sample: all.filter((_path, index) => index % 6 === turn) });
    const followed: string[] = [];
    for (const path of paths) {
      const start = path === "/contact/" ? "/about-us/" : "/contact/";
      await open(visited, start);
      const traffic = watchTraffic(visited);
      if (!(await tapLink(page, path))) continue;
      await expectShown(visited, site(), path);
      // A page with a vendor is a document of its own, with a header of its own.
      if (traffic().documents.length > 0) continue;
      followed.push(path);
      expect(await isLive(page), path).toBe(false);
      held.release();
      await untilLive(page, path);
      expect(listRepairs(visited), path).toEqual([]);
      await waitUntil(async () => !(await listCurrentPaths(page)).includes(start), { what: `the header of ${path}` });
    }
    expect(followed.length).toBeGreaterThan(sampled({ all: 5, sample: 2 }));
    await visited.close();
  },
);

test.for(sizes)(
  "code that arrives after two navigations, or after the way back, finds the header it was sent with, at $width pixels",
  async (viewport) => {
    const visited = await visit({ ...touch, viewport });
    const { page } = visited;
    const held = await holdHeader(page);
    const ways = ["/privacy-policy/", "back"];
    // In a sample one of the two at a desk, and the other on a phone.
    for (const last of sampled({ all: ways, sample: ways.slice(...(viewport === desk ? [0, 1] : [1, 2])) })) {
      await open(visited, "/contact/");
      await page.locator(header).dispatchEvent("pointerdown");
      expect(await tapLink(page, "/about-us/")).toBe(true);
      await expectShown(visited, site(), "/about-us/");
      if (last === "back") await page.goBack();
      else await page.locator(`footer a[href='${last}']`).first().dispatchEvent("click");
      await expectShown(visited, site(), last === "back" ? "/contact/" : last);
      held.release();
      await page.locator(`${header}[data-live]`).waitFor({ state: "attached" });
      expect(listRepairs(visited), last).toEqual([]);
      await waitUntil(async () => !(await listCurrentPaths(page)).includes("/about-us/"), {
        what: `the header of the page after ${last}`,
      });
    }
    await visited.close();
  },
);

test("code that arrives between the change of the address and that of the header finds the header it was sent with", async () => {
  const visited = await visit({ viewport: desk });
  const { page } = visited;
  const held = await holdHeader(page);
  await open(visited, "/contact/");
  await page.locator(header).dispatchEvent("pointerdown");
  await held.asked();
  // No frame is painted, so the header keeps what it had until the time for that is over.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction("tellShown", resolve);
  await page.evaluate(() => addEventListener("site:route:changed", () => void Reflect.get(window, "tellShown")()));
  await page.locator("footer a[href='/privacy-policy/']").first().dispatchEvent("click");
  await shown;
  held.release();
  await page.locator(`${header}[data-live]`).waitFor({ state: "attached" });
  expect(listRepairs(visited)).toEqual([]);
  await visited.close();
});

test("a region is hydrated as it was sent on an address with a query and a fragment, and knows them after", async () => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, "/poker-school/?from=a-friend#game-variants");
  await page.locator(header).dispatchEvent("pointerdown");
  await page.locator(`${header}[data-live]`).waitFor({ state: "attached" });
  expect(listRepairs(visited)).toEqual([]);
  await visited.close();
});

test("a region inside a header that is not hydrated keeps its place and stays hydrated through a navigation", async () => {
  const visited = await visit({ viewport: desk });
  const { page } = visited;
  const held = await holdHeader(page);
  await open(visited, "/contact/");
  const inner = page.locator(`${header} [data-island^="download/button"]`).first();
  const id = await inner.getAttribute("data-island");
  // What bubbles hydrates the inner region alone.
  await inner.locator("a").first().dispatchEvent("pointerdown");
  await page.locator(`[data-island="${id}"][data-live]`).waitFor({ state: "attached" });
  const element = await inner.elementHandle();
  await page.locator(`${header} a[href='/streamer-mode/']`).first().dispatchEvent("click");
  await expectShown(visited, site(), "/streamer-mode/");
  await waitUntil(async () => (await listCurrentPaths(page)).includes("/streamer-mode/"), {
    what: "the header of the page",
  });
  expect(await element?.evaluate((host: HTMLElement) => host.isConnected && host.dataset["live"] !== undefined)).toBe(
    true,
  );
  held.release();
  await page.locator(header).dispatchEvent("pointerdown");
  await page.locator(`${header}[data-live]`).waitFor({ state: "attached" });
  expect(await element?.evaluate((host: HTMLElement) => host.isConnected && host.dataset["live"] !== undefined)).toBe(
    true,
  );
  expect(listRepairs(visited)).toEqual([]);
  await visited.close();
});

/** Runs in the page before its scripts: a timeout of a second never ends, so a region that waits for the end of a tap which is over is never hydrated. */
function stopSeconds(): void {
  window.setTimeout = new Proxy(window.setTimeout, {
    apply: (set, self, given: unknown[]) => (given[1] === 1000 ? 0 : Reflect.apply(set, self, given)),
  });
}

/** Opens a page as a document, and waits for the core. The header is not hydrated. */
async function open(visited: Visit, path: string): Promise<void> {
  await visited.page.goto(`${site().origin}${path}`);
  // Makes the core likely without hydrating anything.
  await visited.page.locator(header).dispatchEvent("pointerover");
  await untilCore(visited);
}

/** Holds the header's own code back, for each document anew, until it is released. */
async function holdHeader(page: Page): Promise<{ asked(): Promise<void>; release(): void }> {
  let held = Promise.withResolvers<void>();
  let asked = Promise.withResolvers<void>();
  await page.route(/\/expose-header\.\w+\.js$/, async (route) => {
    asked.resolve();
    await held.promise;
    // A page that was left meanwhile no longer wants an answer.
    await route.continue().catch(() => undefined);
  });
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) return;
    held.resolve();
    held = Promise.withResolvers();
    asked = Promise.withResolvers();
  });
  return { asked: () => asked.promise, release: () => held.resolve() };
}

/** Each path of this site that the header links to, once. */
async function listMenuPaths(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator(`${header} a[href^="/"]:not([target=_blank])`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return [...new Set(hrefs)];
}

/** Opens what a link stands in by the browser's own means, and taps it: the first touch the header sees. False when no such link can be seen. */
async function tapLink(page: Page, path: string): Promise<boolean> {
  const links = page.locator(`${header} a[href^="${path}"]`);
  const index = await links.evaluateAll(
    (all, path) =>
      all.findIndex((link) => {
        if (new URL((link as HTMLAnchorElement).href).pathname !== path) return false;
        // A touch inside of an inner region, as on the download button, makes that region live and not the header.
        if (link.closest("[data-island]")?.getAttribute("data-island") !== "navigation/header") return false;
        const details = link.closest("header li:has(> details)")?.querySelector("details");
        if (details) details.open = true;
        const popovers = [...document.querySelectorAll<HTMLElement>("header [popover]")].filter(
          (popover) =>
            popover.contains(link) && document.querySelector(`[popovertarget="${popover.id}"]`)?.checkVisibility(),
        );
        for (const popover of popovers) popover.showPopover();
        if (link.checkVisibility({ visibilityProperty: true })) return true;
        for (const popover of popovers) popover.hidePopover();
        return false;
      }),
    path,
  );
  if (index < 0) return false;
  await passGuard(page);
  await links.nth(index).tap();
  return true;
}

/** What React said it drew anew, because server and browser differed. */
function listRepairs({ messages }: Visit): string[] {
  return messages.filter((message) => message.startsWith("error:"));
}

async function untilLive(page: Page, path: string): Promise<void> {
  await waitUntil(() => isLive(page), { what: `the header to live on ${path}` });
}

async function isLive(page: Page): Promise<boolean> {
  return (await page.locator(`${header}[data-live]`).count()) > 0;
}

/** Where the links lead that the header marks as the present page. */
function listCurrentPaths(page: Page): Promise<string[]> {
  return page
    .locator(`${header} a[aria-current=page]`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

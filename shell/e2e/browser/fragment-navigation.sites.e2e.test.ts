import type { Page } from "playwright";
import { expect, test } from "vitest";
import { downloadDelayMs, stillDelayMs } from "../../src/browser/quick-area.ts";
import { describeSitesInTurn } from "../harness/describe-sites.ts";
import { recordTimeouts } from "../harness/expire-timeouts.ts";
import { readContent } from "../harness/read-content.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, openLive, watchTraffic } from "../releases/soft-visit.ts";

/** Where in the page a visitor is. */
interface Standing {
  address: string;
  /** The id of the element `:target` matches. */
  target: string | undefined;
  focused: string;
  /** Whether the target's upper edge is in the window, below the header; undefined without a target. */
  isInView: boolean | undefined;
}

describeSitesInTurn(({ site, visit }) => {
  const toPath = (path: string): string => `${site().prefix}${path}`;

  /** Where a visitor is after a navigation to a place of a page. */
  const at = (path: string, id: string): Standing => ({
    address: `${toPath(path)}#${id}`,
    target: id,
    focused: id,
    isInView: true,
  });

  test("B284 links to places in a page lead there with scroll, focus and :target, and Back and Forward return to where each was left", async () => {
    const visited = await openLive(visit(), site(), "/terms-conditions/");
    const { page, messages, close } = visited;
    const traffic = watchTraffic(visited);
    const text = await readContent(page);
    await scrollDown(page, 250);
    for (const id of ["verification", "complaints"]) {
      await page.locator(`main a[href='#${id}']:visible`).first().click();
      await expect.poll(() => look(page)).toEqual(at("/terms-conditions/", id));
    }
    await page.goBack();
    await expect.poll(() => look(page)).toMatchObject({ target: "verification", isInView: true });
    await page.goBack();
    await expect.poll(() => readScroll(page)).toBe(250);
    await page.goForward();
    await expect.poll(() => look(page)).toMatchObject({ target: "verification", isInView: true });
    expect(await readContent(page)).toBe(text);
    expect(traffic().documents).toEqual([]);
    expect(messages).toEqual([]);
    await close();
  });

  test("B284 a soft navigation to a place in another page leads there with scroll, focus and :target, and so do Back and Forward", async () => {
    const visited = await openLive(visit(), site(), "/house-rules/");
    const { page, messages, close } = visited;
    const traffic = watchTraffic(visited);
    const link = page.locator(`main a[href='${toPath("/terms-conditions/")}#complaints']`).first();
    await link.click();
    await expectShown(visited, site(), "/terms-conditions/");
    await expect.poll(() => look(page)).toEqual(at("/terms-conditions/", "complaints"));
    await footerLink(visited, site(), "contact").click();
    await expectShown(visited, site(), "/contact/");
    await expect.poll(() => look(page)).toMatchObject({ target: undefined, focused: "H1" });
    await page.goBack();
    await expectShown(visited, site(), "/terms-conditions/");
    await expect
      .poll(() => look(page))
      .toMatchObject({
        address: `${toPath("/terms-conditions/")}#complaints`,
        target: "complaints",
        focused: "complaints",
      });
    await page.goBack();
    await expectShown(visited, site(), "/house-rules/");
    await page.goForward();
    await expectShown(visited, site(), "/terms-conditions/");
    expect((await look(page)).target).toBe("complaints");
    expect(traffic().documents).toEqual([]);
    expect(messages).toEqual([]);
    await close();
  });

  test("B284 a soft navigation to a fragment that names nothing, or is no valid encoding, shows the page from its heading", async () => {
    const visited = await openLive(visit(), site(), "/contact/");
    const { page, messages, close } = visited;
    for (const [path, hash] of [
      ["/privacy-policy/", "#no-such-place"],
      ["/cookie-policy/", "#%E0%A4%A"],
      ["/contact/", "#"],
    ] as const) {
      await scrollDown(page, 400);
      await footerLink(visited, site(), path.slice(1, -1)).evaluate(
        (link, to) => link.setAttribute("href", to),
        `${toPath(path)}${hash}`,
      );
      await page.locator(`footer a[href='${toPath(path)}${hash}']`).click();
      await expectShown(visited, site(), path);
      await expect.poll(() => readScroll(page)).toBe(0);
      expect(await look(page)).toEqual({
        address: `${toPath(path)}${hash === "#" ? "" : hash}`,
        target: undefined,
        focused: "H1",
        isInView: undefined,
      });
    }
    expect(messages).toEqual([]);
    await close();
  });

  test("B210 B284 a link to a place in the page that is shown keeps a visitor inside of the client", async () => {
    const visited = await openLive(visit(), site(), "/house-rules/?embedded=1");
    const { page, close } = visited;
    const traffic = watchTraffic(visited);
    const link = page.locator("main a[href^='#']:visible").first();
    const id = (await link.getAttribute("href"))?.slice(1) ?? "";
    await link.evaluate(
      (one, path) => one.setAttribute("href", `${path}${one.getAttribute("href")}`),
      toPath("/house-rules/"),
    );
    await page
      .locator(`main a[href='${toPath("/house-rules/")}#${id}']:visible`)
      .first()
      .click();
    await expect.poll(() => look(page)).toEqual(at("/house-rules/?embedded=1", id));
    expect(await page.evaluate(() => document.body.className)).toBe("client-nav-1");
    expect(traffic().documents).toEqual([]);
    await close();
  });

  test("B086 Page Top, pressed with a pointer, leaves the focus on the heading, and pressed with a key, on the skip link", async () => {
    const visited = await visit();
    await recordTimeouts(visited.page);
    const { page, close } = await openLive(Promise.resolve(visited), site(), "/about-us/");
    const top = page.locator("a[data-page-top]");
    for (const { way, focused } of [
      { way: "a pointer", focused: "H1" },
      { way: "a key", focused: "skip link" },
    ]) {
      await scrollDown(page, 400);
      // It is hidden until the scrolling has stopped for a while (B084).
      await untilStopped(page, "still");
      await (way === "a key" ? top.press("Enter") : top.click());
      await expect.poll(() => readScroll(page), { message: `the top after ${way}` }).toBe(0);
      expect((await look(page)).focused, `the focus after ${way}`).toBe(focused);
      await untilStopped(page, "top");
    }
    await close();
  });
});

function look(page: Page): Promise<Standing> {
  return page.evaluate(() => {
    const { activeElement } = document;
    const target = document.querySelector(":target");
    const top = target?.getBoundingClientRect().top ?? 0;
    // The header may stand in the page or stick to the window.
    const header = Math.max(0, document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
    return {
      address: location.pathname + location.search + location.hash,
      target: target?.id,
      focused: activeElement?.matches(".skip-link") ? "skip link" : activeElement?.id || activeElement?.tagName || "",
      isInView: target ? top >= header && top < innerHeight : undefined,
    };
  });
}

/** Waits until the page is told that the scrolling has stopped, and ends the timeouts before that, which each event of scrolling begins again. */
async function untilStopped(page: Page, state: "still" | "top"): Promise<void> {
  const hasStopped = () =>
    page.evaluate(
      ({ timeouts, told }) => {
        for (const ms of timeouts) window.expireTimeouts?.(ms);
        return document.documentElement.dataset["scroll"] === told;
      },
      { timeouts: [downloadDelayMs, stillDelayMs], told: state },
    );
  await waitUntil(hasStopped, { what: `the page to be ${state}` });
}

function readScroll(page: Page): Promise<number> {
  return page.evaluate(() => scrollY);
}

/** Scrolls, and waits until the history entry knows. */
async function scrollDown(page: Page, by: number): Promise<void> {
  await page.evaluate((top) => scrollTo(0, top), by);
  await waitUntil(() => page.evaluate((top) => JSON.stringify(history.state).includes(`,${top}]`), by), {
    what: "the place in the history entry",
  });
}

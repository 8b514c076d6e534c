import { expect, test } from "vitest";
import { downloadDelayMs, stillDelayMs } from "../../src/browser/quick-area.ts";
import { watchTimeouts } from "../harness/expire-timeouts.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import type { EngineInUse } from "./describe-engines.ts";

const menuPanel = "header nav li:has(> button[popovertarget]) > button[popovertarget]";
const regionButton = "header button[popovertarget]:has(img[src*='/flags/'])";
const hamburger = "header button[popovertarget][aria-label='Menu']";
const badge = "button[aria-haspopup=dialog]";
const toastClose = "[data-toast] button[aria-label]";
const chatButton = "[data-variant='quick'] [data-chat-state] button";

/** What a person opens on a page, in an engine. */
export function describePanels({ engine, open, until }: EngineInUse, site: () => SiteAddress): void {
  test("B046 B068 B087 B158 presses open the mega panel, the list of regions, which a second one closes, and the certificate", async () => {
    await open(site(), "/");
    await engine().click(menuPanel);
    await until("the open panel", () => document.querySelector("header nav :popover-open") !== null);
    await engine().click(regionButton);
    await until("the open list", () => document.querySelector("header [popover]:popover-open a") !== null);
    await engine().click(regionButton);
    await until("the closed list", () => document.querySelector("header [popover]:popover-open") === null);
    await engine().click(badge);
    await until("the certificate", () => document.querySelector("main dialog:modal") !== null);
    await engine().click("dialog:modal button");
    await until("the closed certificate", () => document.querySelector("dialog:modal") === null);
    expect(
      await engine().evaluate(() => document.activeElement?.matches("button[aria-haspopup=dialog]"), undefined),
    ).toBe(true);
  });

  test("B063 in a narrow window a press opens the menu, and another one of its sections", async () => {
    await open(site(), "/", 390);
    await engine().click(hamburger);
    await until("the open menu", () => document.querySelector("header div:popover-open") !== null);
    // The second press of a double press presses nothing: the menu takes presses 0.4 s after it has opened.
    await until("a section that takes presses", () => {
      const section = document.querySelector("header div:popover-open details:not([open]) > summary");
      const { x = 0, y = 0, width = 0, height = 0 } = section?.getBoundingClientRect() ?? {};
      return section?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) === true;
    });
    await engine().click("header div:popover-open details:not([open]) > summary");
    await until(
      "the open section",
      () => document.querySelector("header div:popover-open details[open] + div a")?.checkVisibility() === true,
    );
  });

  test("B052 B102 B105 in a narrow window the second bar begins with the current page's entry in view, and can be scrolled; in a wide one a press on the help chat opens its window", async () => {
    await open(site(), "/responsible-gaming/", 390);
    await until("the current entry in view", isCurrentEntryInView);
    await until(
      "the end of the moment in which the bar snaps to that entry from anywhere",
      () =>
        !getComputedStyle(
          document.querySelector("nav[aria-label^='In '] > ul") ?? document.body,
        ).scrollSnapType.includes("mandatory"),
    );
    await engine().evaluate(() => {
      document.querySelector("nav[aria-label^='In '] > ul")?.scrollTo({ left: 0, behavior: "instant" });
    }, undefined);
    await untilPainted(engine());
    expect(await engine().evaluate(isCurrentEntryInView, undefined), "the entry after the bar was scrolled").toBe(
      false,
    );
    await engine().size(1440, 900);
    await until(
      "the chat's button",
      () => document.querySelector("[data-variant='quick'] [data-chat-state] button") !== null,
    );
    await engine().click(chatButton);
    await until("the chat", () => document.querySelector("iframe[title='Simulated chat']") !== null);
  });
}

/** How a person gets from page to page, in an engine. */
export function describeMoves({ engine, open, until }: EngineInUse, site: () => SiteAddress): void {
  test("B086 B167 B172 B285 Page Top leads to the top and leaves the focus in the page, a toast is closed by its button, a press on a link shows another page without a document load, Back returns, and a bar is seen while the page of a pressed link does not come", async () => {
    await open(site(), "/about-us/");
    // Before any link is in view: the page of the last one does not come.
    await engine().evaluate(() => {
      const real = window.fetch;
      window.fetch = (input, init) =>
        String(input).includes("/house-rules/_payload.json") ? new Promise(() => undefined) : real(input, init);
    }, undefined);
    const before = await engine().text("main");
    await mark(engine());
    await engine().evaluate(watchTimeouts, undefined);
    await engine().evaluate(() => scrollTo(0, 700), undefined);
    await until(
      "the button",
      (timeouts) => {
        for (const ms of timeouts.split(",")) window.expireTimeouts?.(Number(ms));
        return document.documentElement.dataset["scroll"] === "still";
      },
      `${downloadDelayMs},${stillDelayMs}`,
    );
    await engine().click("a[data-page-top]");
    await until("the top", () => scrollY === 0);
    expect(
      await engine().evaluate(() => document.activeElement?.matches("main > h1, .skip-link"), undefined),
      "the focus after Page Top",
    ).toBe(true);
    await engine().evaluate(() => {
      dispatchEvent(new CustomEvent("site:toast:requested", { detail: { text: "Hello", timeout: 0 } }));
    }, undefined);
    await until("the toast", () => document.querySelector("[data-toast]")?.textContent.includes("Hello") === true);
    await engine().click(toastClose);
    await until("the closed toast", () => document.querySelector("[data-toast]") === null);
    await engine().click(`footer a[href='/privacy-policy/']`);
    await until(
      "the other page",
      () => location.pathname === "/privacy-policy/" && document.querySelector("main h2[id]") !== null,
    );
    expect(
      await engine().evaluate(() => document.activeElement?.matches("main > h1"), undefined),
      "the focus on the other page",
    ).toBe(true);
    await engine().back();
    await until("the page one came from", (text) => document.querySelector("main")?.textContent === text, before);
    expect(await engine().url()).toBe(`${site().origin}/about-us/`);
    expect(await isMarked(engine()), "whether it is still the first document").toBe(true);
    await engine().click("footer a[href$='/house-rules/']");
    await until("the bar", () => {
      const style = getComputedStyle(document.getElementById("app") ?? document.body, "::before");
      return style.visibility === "visible" && style.position === "fixed" && style.borderTopWidth === "3px";
    });
  });
}

/** What else a person opens and follows, in an engine. */
export function describeFurther(
  { engine, open, until }: EngineInUse,
  { simulated: site, portuguese }: { simulated(): SiteAddress; portuguese(): SiteAddress },
): void {
  test("a press on a question shows its answer", async () => {
    await open(site(), "/download/");
    await engine().click("main details:not([open]) > summary");
    await until("the answer", () => document.querySelector("main details[open]") !== null);
  });

  test("B116 B120 B122 on Linux the download action leads through the download page to the page for phones", async () => {
    await open(site(), "/");
    await engine().click("main [data-slot='download/button'] a[href*='auto=1']");
    await until("the page for phones", (origin) => location.origin !== origin, site().origin);
  });

  test("B177 B179 a switch of the language shows the same page in it", async () => {
    await open(portuguese(), "/house-rules/");
    await engine().click("footer a[data-locale=en]");
    await until(
      "the page in English",
      () => location.pathname === "/en/house-rules/" && document.documentElement.lang === "en",
    );
    expect(await engine().url()).toBe(`${portuguese().origin}/en/house-rules/`);
  });
}

/** Marks the document, which a document load would replace. */
async function mark(engine: ReturnType<EngineInUse["engine"]>): Promise<void> {
  await engine.evaluate(() => {
    document.documentElement.dataset["marked"] = "";
  }, undefined);
}

function isMarked(engine: ReturnType<EngineInUse["engine"]>): Promise<unknown> {
  return engine.evaluate(() => document.documentElement.dataset["marked"] !== undefined, undefined);
}

/** Whether the whole entry of the current page is inside the second bar. Runs in the page. */
function isCurrentEntryInView(): boolean {
  const entry = document.querySelector("nav[aria-label^='In '] [aria-current=page]");
  const bar = entry?.closest("ul")?.getBoundingClientRect();
  const { left, right } = entry?.getBoundingClientRect() ?? { left: 0, right: 0 };
  return bar !== undefined && right > left && left >= bar.left && right <= bar.right;
}

function untilPainted(engine: ReturnType<EngineInUse["engine"]>): Promise<unknown> {
  return engine.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }, undefined);
}

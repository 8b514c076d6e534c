import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { sampled } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink } from "../releases/soft-visit.ts";
import {
  chatSites,
  chatWindow,
  describeChats,
  openChat,
  openChatPage,
  quickButton,
  untilChat,
  visitChat,
} from "./describe-chats.ts";

/** A phone, upright and on its side, a window that is too low for buttons in the margin, a tablet and a desk. */
const windows = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 400 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** Opens the help chat and makes its window small, as a visitor does. */
async function minimize(visited: Visit): Promise<void> {
  await openChat(visited);
  await chatWindow(visited).waitFor();
  await visited.page.getByRole("button", { name: "Minimize the chat" }).click();
  await untilChat(visited, "minimized");
}

/** Goes to the end of the page and shows all buttons, as after the page has stood still for a while (B083, B084). */
async function standAtEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    document.documentElement.dataset["scroll"] = "still";
  });
}

/** The visible controls of the quick area and the footer, and those among them that the chat lies on, in a corner at least. */
function readControls(page: Page): Promise<{ seen: number; covered: string[] }> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll("[data-quick-area] :is(a, button), footer :is(a, summary)")].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]"),
    );
    const covered = seen.filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return [left + 1, right - 1].some((x) =>
        [top + 1, bottom - 1].some((y) => document.elementFromPoint(x, y)?.closest(".sim-chat")),
      );
    });
    return { seen: seen.length, covered: covered.map((one) => one.ariaLabel ?? one.textContent) };
  });
}

/** Checks that at the end of the page, in every kind of window, the small chat lies on no control. */
async function expectUncovered(page: Page, seen = windows): Promise<void> {
  for (const viewport of seen) {
    await page.setViewportSize(viewport);
    await standAtEnd(page);
    const found = await readControls(page);
    expect(found.covered, `${viewport.width} by ${viewport.height}`).toEqual([]);
    expect(found.seen).toBeGreaterThan(10);
  }
}

/** Whether the area's buttons stand above a room for the chat at the end of the page, or at the lower edge of the browser's window. */
async function hasRoom(page: Page): Promise<boolean> {
  await standAtEnd(page);
  const below = await page
    .locator("[data-page-top]")
    .evaluate((top) => innerHeight - top.getBoundingClientRect().bottom);
  return below > 40;
}

/** Waits until the area's buttons stand above a room for the chat, or at the edge again. */
const untilRoom = (page: Page, isMade: boolean): Promise<void> =>
  waitUntil(async () => (await hasRoom(page)) === isMade, {
    what: isMade ? "room for the chat" : "the buttons in their place",
  });

describeChats(
  (underTest) => {
    test("B080 B287 the chat's small window lies on no button of the quick area and on no link of the footer, on the page with the chat and on the next one; in a low window the open chat's button that makes it small is in view", async () => {
      const visited = await visitChat(underTest);
      const { page } = visited;
      await minimize(visited);
      await untilRoom(page, true);
      await expectUncovered(page);
      for (const viewport of windows.filter(({ height }) => height <= 400)) {
        await page.setViewportSize(viewport);
        await openChat(visited);
        await page.getByRole("button", { name: "Minimize the chat" }).click();
        await untilChat(visited, "minimized");
        await untilRoom(page, true);
        expect((await readControls(page)).covered, `${viewport.width} by ${viewport.height}, small again`).toEqual([]);
      }
      await footerLink(visited, underTest.site(), "contact").click();
      await expectShown(visited, underTest.site(), "/contact/");
      await chatWindow(visited).waitFor();
      // The first is a phone, the last a desk.
      await expectUncovered(page, sampled({ all: windows, sample: [...windows.slice(0, 1), ...windows.slice(-1)] }));
      await visited.close();
    });

    test("B080 the quick area is back in its place while the chat is large, when it is ended, and in the next document", async () => {
      const visited = await visitChat(underTest, { viewport: { width: 390, height: 844 } });
      const { page } = visited;
      expect(await hasRoom(page)).toBe(false);
      await minimize(visited);
      await untilRoom(page, true);
      await openChatPage(underTest.site(), visited);
      expect([await chatWindow(visited).count(), await hasRoom(page)]).toEqual([0, false]);
      await minimize(visited);
      await untilRoom(page, true);
      await page.getByRole("button", { name: "Open the chat" }).click();
      await untilRoom(page, false);
      // The vendor takes its window away a moment before it says so; the button has the focus from then on.
      visited.permits("focus", /lost to body by <button type="button" class="sim-chat-end"/);
      await page.getByRole("button", { name: "End the chat" }).click();
      await untilChat(visited, "available");
      await waitUntil(() => quickButton(visited).evaluate((button) => button === document.activeElement), {
        what: "the focus on the button",
      });
      await untilRoom(page, false);
      await visited.close();
    });
  },
  sampled({ all: chatSites, sample: ["GGPPH"] }),
);

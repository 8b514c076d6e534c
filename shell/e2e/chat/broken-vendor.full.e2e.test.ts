import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";
import type { Visit } from "../harness/open-browser.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { translatePage } from "../pages/translate-page.ts";
import { expectShown, footerLink, watchTraffic } from "../releases/soft-visit.ts";
import {
  chatPage,
  type ChatUnderTest,
  describeChats,
  notOpened,
  openChat,
  openChatPage,
  openOnce,
  pageButton,
  quickButton,
  readChatLog,
  untilChat,
  visitChat,
} from "./describe-chats.ts";

/** What the log says of a queue whose answer is none. */
const unknownCapacity = /^The chat's queue did not say whether an agent is free/;

/** Without animations, for which an automated check of accessibility would have to wait. */
const calm = { reducedMotion: "reduce" } as const;

function describeAvailability(underTest: ChatUnderTest): void {
  const { site, queue, vendor } = underTest;

  test("B095 B096 B097 B100 is asked for once at setup, though two regions show it, and nothing of the vendor is loaded; it is asked for again on coming back to the page, and the newest answer counts: without a free agent the page says so, and nothing is logged", async () => {
    const [asked, loads] = await Promise.all([queue().count("asked"), vendor().count("loads")]);
    const visited = await visitChat(underTest);
    await untilChat(visited, "available");
    await (await pageButton(visited)).waitFor();
    expect([await queue().count("asked"), await vendor().count("loads")]).toEqual([asked + 1, loads]);
    expect(visited.requests.filter((request) => request.url().startsWith(vendor().origin))).toEqual([]);
    expect([visited.messages, await visited.violations()]).toEqual([[], []]);

    const traffic = watchTraffic(visited);
    await footerLink(visited, site(), "privacy-policy").click();
    await expectShown(visited, site(), "/privacy-policy/");
    await queue().tell({ body: '{"hasCapacity":false}' });
    await footerLink(visited, site(), "responsible-gaming").click();
    await expectShown(visited, site(), chatPage);
    await untilChat(visited, "unavailable");
    expect(await queue().count("asked"), "after coming back").toBe(asked + 2);
    expect(traffic().documents).toEqual([]);
    await openChatPage(site(), visited);
    await untilChat(visited, "unavailable");
    expect(visited.messages).toEqual([]);
    await visited.close();
  });

  describe("the queue", () => {
    const open = openOnce(underTest, ({ expects }) => expects("console error", unknownCapacity), calm);

    test.for(
      // What counts as an answer is tested by read-capacity.test.ts.
      sampledCases(3, [
        { title: "B095 a page", answer: { body: "<!doctype html><h1>Sign in</h1>", contentType: "text/html" } },
        // It may be better next time.
        { title: "B230 an error, twice,", answer: { status: 503, body: "" }, times: 2 },
        { title: "B095 no answer at all", answer: { delay: "never" } },
        { title: "B095 the text true", answer: { body: '{"hasCapacity":"true"}' } },
        { title: "B095 the number 1", answer: { body: '{"hasCapacity":1}' } },
        { title: "B095 null", answer: { body: '{"hasCapacity":null}' } },
        { title: "B095 true without a name", answer: { body: "true" } },
        { title: "B095 nothing", answer: { body: "" } },
      ]),
    )(
      "B112 $title for an answer means not available: the page works, and the log says so once",
      async ({ answer, times }) => {
        const asked = await queue().count("asked");
        await queue().tell(answer);
        const visited = await open("delay" in answer ? shortenQueueTime : undefined);
        await untilChat(visited, "unavailable");
        if (times !== undefined) expect(await queue().count("asked")).toBe(asked + times);
        await quickButton(visited).click();
        const panel = visited.page.locator("[popover]:popover-open");
        expect(await panel.textContent()).toContain("Live chat is not available right now.");
        await panel.getByRole("link", { name: "Contact support" }).click();
        await expectShown(visited, site(), "/contact/");
        expect(readChatLog(visited)).toEqual([expect.stringContaining("did not say whether an agent is free")]);
      },
    );

    // The last one: what is blocked stays so in this profile.
    test("B112 for a browser that blocks third parties the page works, with a way to support", async () => {
      const visited = await open(async ({ page }) => {
        await page.route(
          ({ origin }) => [queue().origin, vendor().origin].includes(origin),
          (route) => route.abort("blockedbyclient"),
        );
      });
      await untilChat(visited, "unavailable");
      await footerLink(visited, site(), "contact").click();
      await expectShown(visited, site(), "/contact/");
      expect(readChatLog(visited)).toHaveLength(1);
      expect(visited.messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
    });
  });
}

/** Has the documents that a page opens from now on wait for the queue for a tenth of the time. */
async function shortenQueueTime({ page }: Visit): Promise<void> {
  await page.addInitScript(() => {
    const start = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => start(milliseconds / 10);
  });
}

/**
 * The page cannot be scrolled sideways, narrow and wide, and an automated check finds nothing in the chat's two regions.
 * @param checked the width in which it checks in a sample
 */
async function expectSound({ page }: Visit, state: string, checked: 320 | 1440): Promise<void> {
  const widths = [1440, 320] as const;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const isChecked = sampled<readonly number[]>({ all: widths, sample: [checked] }).includes(width);
    const found = isChecked ? await findAxeViolations(page, '[data-slot="support-chat/launcher"] > *') : [];
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect({ state, width, found, isWide }).toEqual({ state, width, found: [], isWide: false });
  }
}

function describeAccessibility(underTest: ChatUnderTest): void {
  const { vendor } = underTest;
  const open = openOnce(
    underTest,
    ({ expects, permits }) => {
      expects("console error", notOpened);
      // The check measures with a style sheet of its own.
      permits("policy report", /^style-src-elem inline at :\d+$/);
    },
    calm,
  );

  test("in every state the chat's regions fit a width of 320 and 1440 pixels and pass an automated check of accessibility", async () => {
    await vendor().tell({ init: "fails" });
    const visited = await open();
    await (await pageButton(visited)).waitFor();
    await expectSound(visited, "available", 320);
    await quickButton(visited).click();
    await untilChat(visited, "failed");
    await expectSound(visited, "failed", 1440);
    await vendor().tell({ init: "fine" });
    await openChatPage(underTest.site(), visited);
    await openChat(visited);
    await expectSound(visited, "open", 320);
    await visited.page.getByRole("button", { name: "Minimize the chat" }).click();
    await untilChat(visited, "minimized");
    await expectSound(visited, "minimized", 1440);
  });

  test("with reduced motion, the icon of the loading button does not rotate", async () => {
    await vendor().tell({ init: "hangs" });
    const visited = await open();
    await quickButton(visited).click();
    await untilChat(visited, "preparing");
    expect(await quickButton(visited).evaluate((button) => button.getAnimations({ subtree: true }).length)).toBe(0);
  });
}

function describeBrokenScripts(underTest: ChatUnderTest): void {
  const { site, vendor } = underTest;
  const open = openOnce(
    underTest,
    ({ expects, permits }) => {
      expects("console error", notOpened);
      expects("console error", /^The help chat's script replaced Promise, JSON, fetch of the page/);
      // One of the scripts throws.
      permits("uncaught error", /^The simulated script is broken\.$/);
    },
    calm,
  );

  // What each of them does to the chat's driver is tested by drivers.e2e.test.ts.
  test.for(sampledCases(2, ["missing", "redefines", "throws", "html", "empty"]))(
    "when the vendor's script is %s, only the chat is missing: the page works, and the log says so once",
    async (script) => {
      await vendor().tell({ script });
      const visited = await open();
      await quickButton(visited).click();
      await untilChat(visited, "failed");
      const panel = visited.page.locator("[popover]:popover-open");
      await panel.getByRole("link", { name: "Contact support" }).waitFor();
      // B286: the failed chat says where support is reached, in the panel and in the page.
      const { email } = siteConfigs[site().id].contacts.support;
      expect(await panel.getByRole("link", { name: email }).getAttribute("href")).toBe(`mailto:${email}`);
      // The region in the page is hydrated once it is in view.
      await visited.page.locator("main [data-chat-state]").scrollIntoViewIfNeeded();
      await visited.page.locator("main [data-chat-state=failed]").getByRole("link", { name: email }).waitFor();
      const traffic = watchTraffic(visited);
      await footerLink(visited, site(), "contact").click();
      await expectShown(visited, site(), "/contact/");
      expect(traffic().documents).toEqual([]);
      const log = readChatLog(visited);
      expect(log.filter((line) => line.includes("could not be opened"))).toHaveLength(1);
      expect(log.filter((line) => line.includes("replaced"))).toHaveLength(script === "redefines" ? 1 : 0);
      // Only what the vendor itself throws is uncaught.
      expect(visited.messages.filter((message) => message.startsWith("uncaught"))).toHaveLength(
        script === "throws" ? 1 : 0,
      );
    },
  );

  test("B290 a script that was missing is loaded at the next request for the chat; a page that the browser has translated says so too", async () => {
    await vendor().tell({ script: "missing" });
    const visited = await open();
    await translatePage(visited.page);
    await quickButton(visited).click();
    await untilChat(visited, "failed");
    const status = visited.page.locator("[popover]:popover-open").getByRole("status");
    expect(await status.textContent()).toContain("could not be opened");
    await vendor().reset();
    await openChat(visited);
  });
}

describeChats(
  (underTest) => {
    describe("its availability", () => describeAvailability(underTest));
    describe("its accessibility", () => describeAccessibility(underTest));
    describe("a broken vendor", () => describeBrokenScripts(underTest));
  },
  ["GGPPH"],
);

// The generation of the chat is another there.
describeChats((underTest) => describeBrokenScripts(underTest), sampled({ all: ["GGPCOM"], sample: [] }));

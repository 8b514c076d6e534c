import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, watchTraffic } from "../releases/soft-visit.ts";
import { findFrame, say } from "./chat-frame.ts";
import {
  chatPage,
  chatSites,
  chatWindow,
  describeChats,
  openChat,
  notOpened,
  openChatPage,
  openOnce,
  pageButton,
  quickButton,
  readChatLog,
  untilChat,
  visitChat,
} from "./describe-chats.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

/** Milliseconds from the automated thank-you to the end of the session (B107). */
const clearDelayMs = 3000;

/** Milliseconds after which a chat that does not answer is given up, and more. */
const beyondPatience = 20_000;

describeChats(
  (underTest) => {
    const { site, queue, vendor } = underTest;
    const open = openOnce(underTest);

    // What such a page loads is seen by vendor-policy.
    test("B099 B100 pages without the chat have no button for it, and allow nothing of it", async () => {
      const origins = [queue().origin, vendor().origin];
      for (const path of ["/", "/privacy-policy/"]) {
        const html = await (await fetch(`${site().origin}${site().prefix}${path}`)).text();
        expect(html, path).toContain("</html>");
        for (const trace of ["Help Chat", "support-chat/", ...origins]) expect(html, path).not.toContain(trace);
      }
    });

    test("B100 B102 B105 B110 B111 opens when it is wanted: loading until its window is there, from a script that is loaded once and told what the configuration says", async () => {
      const { supportChat, flags } = siteConfigs[site().id];
      const loads = await vendor().count("loads");
      await vendor().tell({ init: "slow" });
      const visited = await open();
      await quickButton(visited).click();
      await untilChat(visited, "preparing");
      expect(await quickButton(visited).getAttribute("data-loading")).toBe("true");
      await visited.page.locator("[popover]:popover-open").getByText("Opening the chat…").waitFor();
      await untilChat(visited, "open");
      await chatWindow(visited).waitFor();
      expect(await quickButton(visited).getAttribute("data-loading")).toBeNull();
      const [embedded, messaging] = await visited.page.evaluate(() =>
        ["embedded_svc", "embeddedservice_bootstrap"].map((name): unknown =>
          JSON.parse(JSON.stringify(Reflect.get(window, name)?.settings ?? null)),
        ),
      );
      const { language, domainType } = supportChat;
      expect({ embedded, messaging }).toEqual(
        flags.isSupportSalesforceMessaging
          ? { embedded: null, messaging: { language, hideChatButtonOnLoad: true } }
          : {
              messaging: null,
              embedded: {
                language,
                displayHelpButton: false,
                enabledFeatures: ["LiveAgent"],
                entryFeature: "LiveAgent",
                extraPrechatFormDetails: [{ label: "Domain Type", value: domainType, displayToAgent: true }],
              },
            },
      );
      // The panel would lie above the window.
      expect(await visited.page.locator("[popover]:popover-open").count()).toBe(0);
      await visited.page.getByRole("button", { name: "Minimize the chat" }).click();
      await untilChat(visited, "minimized");
      await quickButton(visited).click();
      await untilChat(visited, "open");
      expect(await vendor().count("loads")).toBe(loads + 1);
      expect([visited.messages, await visited.violations()]).toEqual([[], []]);
    });

    test("B100 a quick double click opens it once, after its button is hydrated and before", async () => {
      const visited = await open();
      for (const isEarly of [false, true]) {
        if (isEarly) await visited.page.goto(`${site().origin}${site().prefix}${chatPage}`);
        await quickButton(visited).dblclick();
        await untilChat(visited, "open");
        await chatWindow(visited).waitFor();
        expect(
          (await visited.events()).filter(({ name }) => name === "chat:requested"),
          isEarly ? "before the button is hydrated" : "after the button is hydrated",
        ).toHaveLength(1);
      }
    });

    test("B100 opens from the button in the page as well, with the keyboard alone, and Escape makes it small", async () => {
      const visited = await open();
      await (await pageButton(visited)).focus();
      await visited.page.keyboard.press("Enter");
      await untilChat(visited, "open");
      await findFrame(visited.page).locator("#field:focus").waitFor();
      await visited.page.keyboard.type("How do I set a limit?");
      await visited.page.keyboard.press("Enter");
      await findFrame(visited.page).getByText("You can set limits").waitFor();
      await visited.page.keyboard.press("Escape");
      await untilChat(visited, "minimized");
    });

    describe("one after the other", () => {
      let visited: Visit;
      beforeAll(async () => {
        visited = await underTest.visit();
        visited.expects("console error", notOpened);
      });
      afterAll(() => visited?.close());

      // What the other two do to the chat's driver is tested by drivers.e2e.test.ts.
      test.for(
        sampledCases(1, [
          ["B102 stops loading when the vendor answers the launch and reports nothing", { launch: "silent" }],
          [
            "B101 launches once and when it is ready, also when the vendor's events come out of order",
            { init: "out-of-order" },
          ],
          ["B101 launches once and when it is ready, also when the vendor is ready twice", { init: "ready-twice" }],
        ]),
      )("%s", async ([, behaviour]) => {
        await vendor().tell(behaviour);
        visited.messages.length = 0;
        await openChatPage(site(), visited);
        await openChat(visited);
        // A vendor that is silent says nothing of its window either.
        if ("init" in behaviour) await chatWindow(visited).waitFor();
        expect(visited.messages).toEqual([]);
      });

      test.for(sampledCases(1, [{ launch: "fails" }, { init: "fails" }]))(
        "B104 an error of the vendor (%j) ends the loading, is logged once, and can be tried again",
        async (behaviour) => {
          await vendor().tell(behaviour);
          visited.messages.length = 0;
          await openChatPage(site(), visited);
          await quickButton(visited).click();
          await untilChat(visited, "failed");
          await visited.page.locator("[popover]:popover-open").getByText("The chat could not be opened.").waitFor();
          await quickButton(visited).click();
          await quickButton(visited).click();
          await untilChat(visited, "failed");
          expect(readChatLog(visited)).toEqual([expect.stringContaining("could not be opened")]);
        },
      );
    });

    test("B098 leaving makes the chat small without a document load, coming back finds it as it was, and the site keeps its title", async () => {
      const visited = await open();
      const viewport = await visited.page.locator('meta[name="viewport"]').getAttribute("content");
      await openChat(visited);
      expect(await visited.page.locator('meta[name="viewport"]').getAttribute("content")).toBe(viewport);
      await vendor().tell({ replyDelay: 1000 });
      await say(visited.page, "agent");
      const traffic = watchTraffic(visited);
      await footerLink(visited, site(), "contact").click();
      await expectShown(visited, site(), "/contact/");
      await chatWindow(visited).locator("iframe").waitFor({ state: "hidden" });
      // The answer comes while the window is small: the vendor blinks in the title.
      await findFrame(visited.page).getByText("Hi, I am Mara").waitFor({ state: "attached" });
      await expectShown(visited, site(), "/contact/");
      await visited.page.evaluate(() => history.back());
      await expectShown(visited, site(), chatPage);
      await untilChat(visited, "minimized");
      await openChat(visited);
      expect(await findFrame(visited.page).getByText("Hi, I am Mara").count()).toBe(1);
      expect(traffic().documents).toEqual([]);
      expect(visited.messages).toEqual([]);
    });

    test("B290 the page without connection makes an open chat small, which would cover it on a phone, and has its own title; the page that was left has its own again", async () => {
      const visited = await visitChat(underTest, { viewport: { width: 390, height: 844 } });
      visited.permits("failed request", /^net::ERR_(INTERNET_DISCONNECTED|ABORTED) /);
      const { page } = visited;
      const title = await page.title();
      await openChat(visited);
      await page.context().setOffline(true);
      // The window covers all links but those of the header. A dispatched click is no input, so the browser counts what moves after it.
      visited.permits("layout shift", /class="sim-chat /);
      await footerLink(visited, site(), "contact").dispatchEvent("click");
      await page.locator("main").getByRole("link", { name: "Try again" }).waitFor();
      expect(await page.title()).toContain("No connection");
      await untilChat(visited, "minimized");
      await page.locator("main").getByRole("link", { name: "Try again" }).click();
      await page.locator("#offline [role=status]:not(:empty)").waitFor();
      await page.goBack();
      await waitUntil(async () => (await page.title()) === title, { what: "the title of the page that was left" });
      await page.context().setOffline(false);
      await visited.close();
    });

    test("B098 a chat that opens after the visitor left is made small, two pages on as well", async () => {
      await vendor().tell({ launch: "slow" });
      const visited = await open();
      await quickButton(visited).click();
      await untilChat(visited, "launching");
      await footerLink(visited, site(), "contact").dispatchEvent("click");
      await expectShown(visited, site(), "/contact/");
      await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
      await expectShown(visited, site(), "/privacy-policy/");
      await visited.page.locator(".sim-chat[data-state=minimized]").waitFor();
    });

    test("B102 B107 B108 B109 is given up when the vendor never calls back, and the log says so once; goes on when the visitor types the thank-you; is over three seconds after the automated one, and can begin again; an error of clearing the session is logged once, and the chat is made small", async () => {
      await vendor().tell({ init: "hangs" });
      const visited = await underTest.visit();
      visited.expects("console error", notOpened);
      visited.expects("console error", /could not be cleared/);
      // The vendor takes its window away a moment before it says so; the button has the focus from then on.
      visited.permits("focus", /lost to body by <iframe title="Simulated chat"/);
      // The vendor's window is made small by a timer, and not by what the visitor pressed last.
      visited.permits("layout shift", /by <div [^>]*class="sim-chat/);
      await visited.page.clock.install();
      await expectGivenUp(visited, "preparing");

      await vendor().tell({ init: "fine" });
      await openChatPage(site(), visited);
      await openChat(visited);
      await say(visited.page, "Thank you for contacting us");
      await findFrame(visited.page).getByText("You are welcome.").waitFor();
      await visited.page.clock.fastForward(10 * clearDelayMs);
      await say(visited.page, "limits");
      await findFrame(visited.page).getByText("You can set limits").waitFor();
      await untilChat(visited, "open");
      await say(visited.page, "bye");
      await findFrame(visited.page).getByText("This conversation is closed.").waitFor();
      expect(await chatWindow(visited).count()).toBe(1);
      await visited.page.clock.fastForward(clearDelayMs);
      await chatWindow(visited).waitFor({ state: "detached" });
      await untilChat(visited, "available");
      await waitUntil(() => quickButton(visited).evaluate((button) => button === document.activeElement), {
        what: "the focus on the button",
      });
      await openChat(visited);

      await vendor().tell({ clear: "fails" });
      visited.messages.length = 0;
      await openChatPage(site(), visited);
      await openChat(visited);
      await say(visited.page, "bye");
      await findFrame(visited.page).getByText("Thank you for contacting us").waitFor();
      await visited.page.clock.fastForward(clearDelayMs);
      await waitUntil(() => readChatLog(visited).length > 0, { what: "the log" });
      expect(visited.messages).toEqual([expect.stringContaining("could not be cleared")]);
      await untilChat(visited, "minimized");
      await visited.close();
    });

    async function expectGivenUp(visited: Visit, waiting: "launching" | "preparing"): Promise<void> {
      await openChatPage(site(), visited);
      await quickButton(visited).click();
      await untilChat(visited, waiting);
      await visited.page.clock.fastForward(beyondPatience);
      await untilChat(visited, "failed");
      expect(readChatLog(visited)).toEqual([expect.stringContaining("could not be opened")]);
    }

    test.for(sampledCases(0, [{ script: "hangs" }, { launch: "hangs" }]))(
      "B102 is given up when the vendor never calls back (%j), and the log says so once",
      async (behaviour) => {
        await vendor().tell(behaviour);
        const visited = await underTest.visit();
        visited.expects("console error", notOpened);
        await visited.page.clock.install();
        await expectGivenUp(visited, "launch" in behaviour ? "launching" : "preparing");
        await visited.close();
      },
    );
  },
  sampled({ all: chatSites, sample: ["GGPPH"] }),
);

import { expect, test } from "vitest";
import { expectShown, footerLink, watchTraffic } from "../releases/soft-visit.ts";
import {
  chatPage,
  describeChats,
  pageButton,
  quickButton,
  readChatLog,
  untilChat,
  visitChat,
} from "./describe-chats.ts";
import { sampledCases } from "../harness/sampled.ts";

/** What the log says of a queue whose answer is none. */
const unknownCapacity = /^The chat's queue did not say whether an agent is free/;

describeChats(
  (underTest) => {
    const { site, queue, vendor } = underTest;

    test("B096 B100 is asked for once at setup, though two regions show it, and nothing of the vendor is loaded", async () => {
      const [asked, loads] = await Promise.all([queue().count("asked"), vendor().count("loads")]);
      const visited = await visitChat(underTest);
      await untilChat(visited, "available");
      await (await pageButton(visited)).waitFor();
      expect([await queue().count("asked"), await vendor().count("loads")]).toEqual([asked + 1, loads]);
      expect(visited.requests.filter((request) => request.url().startsWith(vendor().origin))).toEqual([]);
      expect([visited.messages, await visited.violations()]).toEqual([[], []]);
      await visited.close();
    });

    test("B097 is asked for again on coming back to the page, and the answer of then counts", async () => {
      const visited = await visitChat(underTest);
      const traffic = watchTraffic(visited);
      await footerLink(visited, site(), "privacy-policy").click();
      await expectShown(visited, site(), "/privacy-policy/");
      const asked = await queue().count("asked");
      await queue().tell({ body: '{"hasCapacity":false}' });
      await footerLink(visited, site(), "responsible-gaming").click();
      await expectShown(visited, site(), chatPage);
      await untilChat(visited, "unavailable");
      expect(await queue().count("asked")).toBe(asked + 1);
      expect(traffic().documents).toEqual([]);
      await visited.close();
    });

    test.for(
      sampledCases(4, [
        { title: "the text true", answer: { body: '{"hasCapacity":"true"}' } },
        { title: "a page", answer: { body: "<!doctype html><h1>Sign in</h1>", contentType: "text/html" } },
        { title: "an error", answer: { status: 503, body: "" } },
        { title: "no answer at all", answer: { delay: "never" } },
        { title: "the number 1", answer: { body: '{"hasCapacity":1}' } },
        { title: "null", answer: { body: '{"hasCapacity":null}' } },
        { title: "true without a name", answer: { body: "true" } },
        { title: "nothing", answer: { body: "" } },
      ]),
    )(
      "B095 B112 $title for an answer means not available: the page works, and the log says so once",
      async ({ answer }) => {
        await queue().tell(answer);
        const visited = await visitChat(underTest);
        visited.expects("console error", unknownCapacity);
        await untilChat(visited, "unavailable");
        await quickButton(visited).click();
        const panel = visited.page.locator("[popover]:popover-open");
        expect(await panel.textContent()).toContain("Live chat is not available right now.");
        await panel.getByRole("link", { name: "Contact support" }).click();
        await expectShown(visited, site(), "/contact/");
        expect(readChatLog(visited)).toEqual([expect.stringContaining("did not say whether an agent is free")]);
        await visited.close();
      },
    );

    test("B095 without a free agent the page says so, and nothing is logged", async () => {
      await queue().tell({ body: '{"hasCapacity":false}' });
      const visited = await visitChat(underTest);
      await untilChat(visited, "unavailable");
      expect(visited.messages).toEqual([]);
      await visited.close();
    });

    test("B230 an answer that may be better next time is asked for once more", async () => {
      await queue().tell({ status: 503 });
      const asked = await queue().count("asked");
      const visited = await visitChat(underTest);
      visited.expects("console error", unknownCapacity);
      await untilChat(visited, "unavailable");
      expect(await queue().count("asked")).toBe(asked + 2);
      await visited.close();
    });

    test("B112 for a browser that blocks third parties the page works, with a way to support", async () => {
      const visited = await underTest.visit();
      visited.expects("console error", unknownCapacity);
      await visited.page.route(
        ({ origin }) => [queue().origin, vendor().origin].includes(origin),
        (route) => route.abort("blockedbyclient"),
      );
      await visited.page.goto(`${site().origin}${site().prefix}${chatPage}`);
      await untilChat(visited, "unavailable");
      await footerLink(visited, site(), "contact").click();
      await expectShown(visited, site(), "/contact/");
      expect(readChatLog(visited)).toHaveLength(1);
      expect(visited.messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
      await visited.close();
    });
  },
  ["GGPPH"],
);

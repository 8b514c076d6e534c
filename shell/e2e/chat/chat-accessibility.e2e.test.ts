import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { describeChats, notOpened, openChat, pageButton, quickButton, untilChat, visitChat } from "./describe-chats.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

/** What an automated check finds in the chat's two regions, and whether the page can be scrolled sideways. */
async function findProblems({ page, permits }: Visit): Promise<string[]> {
  // The check measures with a style sheet of its own.
  permits("policy report", /^style-src-elem inline at :\d+$/);
  const violations = await findAxeViolations(page, '[data-slot="support-chat/launcher"] > *');
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...violations, ...(isWide ? ["it can be scrolled sideways"] : [])];
}

describeChats(
  (underTest) => {
    const { vendor } = underTest;

    test.for([320, 1440])(
      "in every state the chat's regions fit a width of %i pixels and pass an automated check of accessibility",
      async (width) => {
        await vendor().tell({ init: "fails" });
        const visited = await visitChat(underTest, { viewport: { width, height: 800 }, reducedMotion: "reduce" });
        visited.expects("console error", notOpened);
        await (await pageButton(visited)).waitFor();
        expect(await findProblems(visited)).toEqual([]);
        await quickButton(visited).click();
        await untilChat(visited, "failed");
        expect(await findProblems(visited)).toEqual([]);
        await vendor().tell({ init: "fine" });
        await visited.page.reload();
        await untilChat(visited, "available");
        await openChat(visited);
        expect(await findProblems(visited)).toEqual([]);
        await visited.page.getByRole("button", { name: "Minimize the chat" }).click();
        await untilChat(visited, "minimized");
        expect(await findProblems(visited)).toEqual([]);
        await visited.close();
      },
    );

    test("where nothing shall move, the button on its way does not turn", async () => {
      await vendor().tell({ init: "hangs" });
      const visited = await visitChat(underTest, { reducedMotion: "reduce" });
      await quickButton(visited).click();
      await untilChat(visited, "preparing");
      expect(await quickButton(visited).evaluate((button) => button.getAnimations({ subtree: true }).length)).toBe(0);
      await visited.close();
    });
  },
  ["GGPPH"],
);

import { expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink, watchTraffic } from "../releases/soft-visit.ts";
import { findFrame, say } from "./chat-frame.ts";
import {
  chatSites,
  describeChats,
  openChat,
  notOpened,
  quickButton,
  readChatLog,
  untilChat,
  visitChat,
} from "./describe-chats.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

describeChats(
  (underTest) => {
    const { site, vendor } = underTest;

    test.for(sampledCases(3, ["missing", "throws", "redefines", "html", "empty"]))(
      "a script that is %s costs the chat and nothing else: the page works, and the log says so once",
      async (script) => {
        await vendor().tell({ script });
        const visited = await visitChat(underTest);
        visited.expects("console error", notOpened);
        if (script === "redefines")
          visited.expects("console error", /^The help chat's script replaced Promise, JSON, fetch of the page/);
        if (script === "throws") visited.expects("uncaught error", /^The simulated script is broken\.$/);
        await quickButton(visited).click();
        await untilChat(visited, "failed");
        const panel = visited.page.locator("[popover]:popover-open");
        await panel.getByRole("link", { name: "Contact support" }).waitFor();
        // B286: the failed chat says where support is reached, in the panel and in the page.
        const { email } = siteConfigs[site().id].contacts.support;
        expect(await panel.getByRole("link", { name: email }).getAttribute("href")).toBe(`mailto:${email}`);
        // The region in the page comes alive once it is in view.
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
        await visited.close();
      },
    );

    test("a script that was missing may be there the next time", async () => {
      await vendor().tell({ script: "missing" });
      const visited = await visitChat(underTest);
      visited.expects("console error", notOpened);
      await quickButton(visited).click();
      await untilChat(visited, "failed");
      await vendor().reset();
      await openChat(visited);
      await visited.close();
    });
  },
  sampled({ all: chatSites, sample: ["GGPPH"] }),
);

describeChats(
  (underTest) => {
    const { vendor } = underTest;

    test("a message whose payload is not JSON is logged once, and the chat goes on", async () => {
      await vendor().tell({ payload: "broken" });
      const visited = await visitChat(underTest);
      visited.expects("console error", /could not be read/);
      await openChat(visited);
      await waitUntil(() => readChatLog(visited).length > 0, { what: "the log" });
      await say(visited.page, "limits");
      await findFrame(visited.page).getByText("This message could not be read.").nth(2).waitFor();
      expect(readChatLog(visited)).toEqual([expect.stringContaining("could not be read")]);
      expect(visited.messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
      await untilChat(visited, "open");
      await visited.close();
    });
  },
  ["GGPCOM"],
);

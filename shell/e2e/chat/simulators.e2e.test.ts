import { describe, expect, test } from "vitest";
import { startSimulators } from "../../simulators/start-simulators.ts";
import { controlHeader } from "../../simulators/control.ts";
import { siteConfigs } from "../../sites/sites.ts";
import { toBanner, untilPageEvents } from "../consent/vendor-visit.ts";
import { sendRaw, toRequest } from "../harness/raw-request.ts";
import type { SiteAddress, SiteId } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { findFrame, say } from "./chat-frame.ts";
import { openChat, readChatLog, untilChat, useChat, visitChat } from "./describe-chats.ts";
import { findSimulator } from "./simulated-chat.ts";

const generations = { GGPPH: "older generation", GGPCOM: "newer generation" } as const satisfies Partial<
  Record<SiteId, string>
>;

async function readPolicy(site: SiteAddress, path: string): Promise<string> {
  return (await fetch(`${site.origin}${site.prefix}${path}`)).headers.get("content-security-policy") ?? "";
}

describe.each(["GGPPH", "GGPCOM"] as const)("the site %s, started as a person starts it, behind an edge", (id) => {
  const underTest = useChat(id);
  const { site, visit } = underTest;

  test("simulates the chat's queue and the generation it uses, each on an origin of its own", () => {
    const [queue, chat] = [findSimulator(site(), "queue").origin, findSimulator(site(), generations[id]).origin];
    expect(new Set([queue, chat, site().origin]).size).toBe(3);
    expect(
      site()
        .output()
        .match(/^Simulated .*generation/gm),
    ).toHaveLength(1);
  });

  test("names the simulators on the page with the chat, instead of the real hosts, and on no other page", async () => {
    const origins = [findSimulator(site(), "queue").origin, findSimulator(site(), generations[id]).origin];
    const policy = await readPolicy(site(), "/responsible-gaming/");
    for (const origin of origins) expect(policy).toContain(origin);
    expect(policy).not.toContain(".example");
    for (const path of ["/", "/contact/", "/privacy-policy/"]) {
      for (const origin of origins) expect(await readPolicy(site(), path)).not.toContain(origin);
    }
  });

  test("has a chat window that answers a person, and closes with the automated thank-you", async () => {
    const { origin } = findSimulator(site(), generations[id]);
    const { page, messages, close } = await visit();
    await page.goto(`${origin}/window/?host=${encodeURIComponent(origin)}`);
    const log = page.getByRole("log");
    await log.getByText("This is a simulated chat.").waitFor();
    const field = page.getByLabel("Your message");
    await field.fill("How do I set a limit?");
    await field.press("Enter");
    await log.getByText("You can set limits").waitFor();
    await field.fill("bye");
    await page.getByRole("button", { name: "Send" }).click();
    await log.getByText("Thank you for contacting us").waitFor();
    expect(await log.getByText("How do I set a limit?").count()).toBe(1);
    expect(messages).toEqual([]);
    await close();
  });

  test("simulates the consent tool and the tag manager, each on an origin of its own that it prints", () => {
    expect(
      new Set([
        findSimulator(site(), "consent tool").origin,
        findSimulator(site(), "tag manager").origin,
        site().origin,
      ]).size,
    ).toBe(3);
  });

  // The other site is that of the files about consent, which prove the same of it.
  test.runIf(id === "GGPCOM")(
    "B220 B225 asks a visitor from France, tells a page by its path without locale, and says nothing in the console",
    async () => {
      const visited = await visit({ extraHTTPHeaders: { "cf-ipcountry": "FR" } });
      await visited.page.goto(`${site().origin}${site().prefix}/contact/`);
      expect(await untilPageEvents(visited, 1)).toEqual([
        { event: "content-view", "content-name": "/contact/", "content-view-name": "contact" },
      ]);
      await toBanner(visited.page).reject.click();
      await toBanner(visited.page).again.waitFor();
      expect(visited.messages).toEqual([]);
      expect(await visited.violations()).toEqual([]);
      await visited.close();
    },
  );

  // The older generation's messages have no payload of this kind.
  test.runIf(id === "GGPCOM")("a message whose payload is not JSON is logged once, and the chat goes on", async () => {
    await underTest.vendor().tell({ payload: "broken" });
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

  test("simulators tell what they do not understand, and go on as before", async () => {
    for (const [name, behaviour] of [
      [generations[id], { script: "fine", init: "fine" }],
      ["consent tool", { script: "fine" }],
      ["tag manager", { script: "fine" }],
    ] as const) {
      const { origin, reset } = findSimulator(site(), name);
      await reset();
      const refusal = await fetch(`${origin}/control`, {
        method: "PUT",
        headers: { "content-type": "application/json", [controlHeader]: "1" },
        body: '{"script":"sulks"}',
      });
      expect(refusal.status).toBe(400);
      expect(await refusal.text()).toContain("script");
      expect(await (await fetch(`${origin}/control`)).json()).toMatchObject(behaviour);
    }
    const { origin } = findSimulator(site(), "tag manager");
    const refusal = await fetch(`${origin}/collect`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: '{"entry":1}',
    });
    expect(refusal.status).toBe(400);
  });
});

test("a simulator refuses pages of other sites, names that were pointed to this machine, and changes without its header", async () => {
  const { addresses, close } = await startSimulators(siteConfigs.GGPPH);
  try {
    const port = Number(new URL(addresses[0]?.origin ?? "").port);
    const ask = async (method: string, headers: Record<string, string>) =>
      (await sendRaw(port, toRequest(method, "/control", headers))).status;
    expect(await ask("GET", {})).toBe(200);
    expect(await ask("GET", { Origin: "http://localhost:3000" })).toBe(200);
    expect(await ask("GET", { Origin: "https://evil.example" })).toBe(403);
    expect(await ask("GET", { Origin: "null" })).toBe(403);
    expect(await ask("GET", { Host: "rebound.example" })).toBe(403);
    expect(await ask("DELETE", {})).toBe(403);
    expect(await ask("DELETE", { "Simulator-Control": "1" })).toBe(200);
    expect(await ask("DELETE", { "Simulator-Control": "1", Origin: "https://evil.example" })).toBe(403);
  } finally {
    await close();
  }
});

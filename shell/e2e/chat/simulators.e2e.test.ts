import { startSimulators } from "../../simulators/start-simulators.ts";
import { sendRaw, toRequest } from "../harness/raw-request.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenBrowser, openBrowser } from "../harness/open-browser.ts";
import { controlHeader } from "../../simulators/control.ts";
import { type RunningSite, type SiteId, startSite } from "../harness/start-site.ts";
import { findSimulator } from "./simulated-chat.ts";

const generations = { GGPPH: "older generation", GGPCOM: "newer generation" } as const satisfies Partial<
  Record<SiteId, string>
>;

let browser: OpenBrowser | undefined;
beforeAll(async () => {
  browser = openBrowser();
});
afterAll(() => browser?.close());

async function readPolicy(site: RunningSite, path: string): Promise<string> {
  return (await fetch(`${site.origin}${site.prefix}${path}`)).headers.get("content-security-policy") ?? "";
}

describe.each(["GGPPH", "GGPCOM"] as const)("the site %s, started as a person starts it", (id) => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite(id, { env: { SIMULATORS: "1" } });
  });
  afterAll(() => site?.stop());

  test("simulates the chat's queue and the generation it uses, each on an origin of its own", () => {
    const [queue, chat] = [findSimulator(site, "queue").origin, findSimulator(site, generations[id]).origin];
    expect(new Set([queue, chat, site.origin]).size).toBe(3);
    expect(site.output().match(/^Simulated .*generation/gm)).toHaveLength(1);
  });

  test("names the simulators on the page with the chat, instead of the real hosts, and on no other page", async () => {
    const origins = [findSimulator(site, "queue").origin, findSimulator(site, generations[id]).origin];
    const policy = await readPolicy(site, "/responsible-gaming/");
    for (const origin of origins) expect(policy).toContain(origin);
    expect(policy).not.toContain(".example");
    for (const path of ["/", "/contact/", "/privacy-policy/"]) {
      for (const origin of origins) expect(await readPolicy(site, path)).not.toContain(origin);
    }
  });

  test("has a chat window that answers a person, and closes with the automated thank-you", async () => {
    if (!browser) throw new Error("There is no browser.");
    const { origin, tell } = findSimulator(site, generations[id]);
    await tell({ replyDelay: 0 });
    const visit = await browser.visit();
    await visit.page.goto(`${origin}/window/?host=${encodeURIComponent(origin)}`);
    const log = visit.page.getByRole("log");
    await log.getByText("This is a simulated chat.").waitFor();
    const field = visit.page.getByLabel("Your message");
    await field.fill("How do I set a limit?");
    await field.press("Enter");
    await log.getByText("You can set limits").waitFor();
    await field.fill("bye");
    await visit.page.getByRole("button", { name: "Send" }).click();
    await log.getByText("Thank you for contacting us").waitFor();
    expect(await log.getByText("How do I set a limit?").count()).toBe(1);
    expect(visit.messages).toEqual([]);
    await visit.close();
  });

  test("tells what it does not understand, and goes on as before", async () => {
    const { origin, reset } = findSimulator(site, generations[id]);
    await reset();
    const refusal = await fetch(`${origin}/control`, {
      method: "PUT",
      headers: { "content-type": "application/json", [controlHeader]: "1" },
      body: '{"script":"sulks"}',
    });
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toContain("script");
    expect(await (await fetch(`${origin}/control`)).json()).toMatchObject({ script: "fine", init: "fine" });
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

test("without simulators, a policy names the hosts of the configuration and nothing on this machine", async () => {
  const site = await startSite("GGPPH", { env: { SIMULATORS: "0" } });
  const policy = await readPolicy(site, "/responsible-gaming/");
  expect(policy).toContain(new URL(siteConfigs.GGPPH.supportChat.scriptUrl).origin);
  expect(policy).not.toContain("localhost");
  expect(site.output()).not.toContain("Simulated");
  await site.stop();
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenBrowser, openBrowser } from "../harness/open-browser.ts";
import { controlHeader } from "../../simulators/control.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { findSimulator } from "../chat/simulated-chat.ts";
import { toBanner, untilPageEvents } from "./vendor-visit.ts";

let browser: OpenBrowser;
beforeAll(async () => {
  browser = openBrowser();
});
afterAll(() => browser?.close());

describe.each(["GGPPH", "GGPCOM"] as const)("the site %s, started as a person starts it, behind an edge", (id) => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite(id, { env: { SIMULATORS: "1", SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1" } });
  });
  afterAll(() => site?.stop());

  test("simulates the consent tool and the tag manager, each on an origin of its own that it prints", () => {
    expect(
      new Set([findSimulator(site, "consent tool").origin, findSimulator(site, "tag manager").origin, site.origin])
        .size,
    ).toBe(3);
  });

  test("B220 B225 asks a visitor from France, tells a page by its path without locale, and says nothing in the console", async () => {
    const visit = await browser.visit({ extraHTTPHeaders: { "cf-ipcountry": "FR" } });
    await visit.page.goto(`${site.origin}${site.prefix}/contact/`);
    expect(await untilPageEvents(visit, 1)).toEqual([
      { event: "content-view", "content-name": "/contact/", "content-view-name": "contact" },
    ]);
    await toBanner(visit.page).reject.click();
    await toBanner(visit.page).again.waitFor();
    expect(visit.messages).toEqual([]);
    expect(await visit.violations()).toEqual([]);
    await visit.close();
  });

  test("tells what it does not understand, and goes on as before", async () => {
    for (const name of ["consent tool", "tag manager"]) {
      const { origin } = findSimulator(site, name);
      const refusal = await fetch(`${origin}/control`, {
        method: "PUT",
        headers: { "content-type": "application/json", [controlHeader]: "1" },
        body: '{"script":"sulks"}',
      });
      expect(refusal.status).toBe(400);
      expect(await refusal.text()).toContain("script");
      expect(await (await fetch(`${origin}/control`)).json()).toMatchObject({ script: "fine" });
    }
    const { origin } = findSimulator(site, "tag manager");
    expect(
      (
        await fetch(`${origin}/collect`, {
          method: "POST",
          headers: { "content-type": "text/plain" },
          body: '{"entry":1}',
        })
      ).status,
    ).toBe(400);
  });
});

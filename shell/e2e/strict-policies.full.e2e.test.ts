import { toLocalizedPath } from "@site/contracts/locale/locale";
import { pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../sites/sites.ts";
import { openChat, chatPage, untilChat } from "./chat/describe-chats.ts";
import { findFrame } from "./chat/chat-frame.ts";
import { toBanner } from "./consent/vendor-visit.ts";
import { type OpenBrowser, openBrowser } from "./harness/open-browser.ts";
import { findSharedSite } from "./harness/shared-site.ts";
import { listPages } from "./harness/site-pages.ts";
import { pagesOfEachKind } from "./harness/pages-of-each-kind.ts";
import { type RunningSite, siteIds, startSite } from "./harness/start-site.ts";
import { sampled } from "./harness/sampled.ts";

describe.each([...siteIds, "GGPBR"] as const)("G5 on the site %s as it is configured", (id) => {
  // The only page with a vendor where no consent tool and no tags are configured.
  test("every page but the help chat's has no vendor, and enforces trusted types and integrity", async () => {
    const site = await findSharedSite(id);
    const config = siteConfigs[id];
    const plain = (await listPages(site)).map(({ path }) => path.slice(site.prefix.length));
    const paths = config.locales.flatMap(({ code }) =>
      [...plain, "/no-such-page/"].map((path) => ({ plain: path, path: toLocalizedPath(config, code, path) })),
    );
    expect(paths.length).toBeGreaterThan(14 * config.locales.length);
    const lax: string[] = [];
    for (const { plain: page, path } of paths) {
      const { headers, status } = await fetch(`${site.origin}${path}`);
      const policy = headers.get("content-security-policy") ?? "";
      const isStrict =
        policy.includes("require-trusted-types-for 'script'; trusted-types default site") &&
        headers.get("integrity-policy") === "blocked-destinations=(script), endpoints=(r)" &&
        !headers.has("content-security-policy-report-only") &&
        !/https?:/.test(policy);
      if (!isStrict) lax.push(page);
      if (status !== 200 || !isStrict) continue;
      const payload: unknown = await (await fetch(`${site.origin}${path}_payload.json`)).json();
      expect(parse(pagePayloadSchema, payload).vendors, path).toEqual([]);
    }
    expect([...new Set(lax)]).toEqual([chatPage]);
  });
});

describe("G5 with every vendor on", () => {
  let site: RunningSite;
  let browser: OpenBrowser;
  beforeAll(async () => {
    const env = { SIMULATORS: "1", SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1" };
    site = await startSite("GGPPH", { env });
    browser = openBrowser({ isShellEnough: true });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  test(
    "a visit of every page, with the help chat open on its own, violates no policy that is enforced",
    { timeout: 180_000 },
    async () => {
      const visit = await browser.visit({ extraHTTPHeaders: { "cf-ipcountry": "DE" } });
      // The panel stands above its button, and grows upwards with what it says of the chat.
      visit.permits("layout shift", /id="_support-chat-launcher/);
      const violations: string[] = [];
      await visit.page.exposeFunction("tellViolation", (text: string) => violations.push(text));
      await visit.page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) => {
          const tell: unknown = Reflect.get(window, "tellViolation");
          if (disposition === "enforce" && typeof tell === "function")
            tell(`${location.pathname}: ${effectiveDirective} ${blockedURI}`);
        });
      });
      const all = (await listPages(site)).map(({ path }) => path);
      const paths = sampled<readonly string[]>({ all, sample: pagesOfEachKind });
      for (const [index, path] of paths.entries()) {
        await visit.page.goto(`${site.origin}${path}`, { waitUntil: "load" });
        if (index === 0) await toBanner(visit.page).accept.click();
        await visit.page.mouse.wheel(0, 20_000);
        await visit.page.waitForLoadState("networkidle");
        if (path !== chatPage) continue;
        await untilChat(visit, "available");
        await openChat(visit);
        await findFrame(visit.page).getByText("This is a simulated chat.").waitFor();
      }
      expect(paths).toContain(chatPage);
      expect(all).toEqual(expect.arrayContaining([...pagesOfEachKind]));
      expect(violations).toEqual([]);
      await visit.close();
    },
  );
});

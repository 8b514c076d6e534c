import { toLocalizedPath } from "@site/contracts/locale/locale";
import { pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../sites/sites.ts";
import { openChat, chatPage, untilChat } from "./chat/describe-chats.ts";
import { findFrame } from "./chat/chat-frame.ts";
import { placeVisitor } from "./consent/place-visitor.ts";
import { toBanner } from "./consent/vendor-visit.ts";
import { findSharedSite } from "./harness/shared-site.ts";
import { listPages } from "./harness/site-pages.ts";
import { pagesOfEachKind } from "./harness/pages-of-each-kind.ts";
import { sampled } from "./harness/sampled.ts";
import { siteIds } from "./harness/start-site.ts";
import { useSite } from "./harness/use-site.ts";

/** Tabs in which pages are opened side by side. */
const tabs = sampled({ all: 3, sample: 1 });

/** Pages with a vendor on them: home, where the consent tool asks, and the chat's. Two that are laid out otherwise follow once all vendors have consent. */
const samplePages = ["/", chatPage, "/download/", "/poker-school/"];

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
    const described = new Set(sampled({ all: plain, sample: id === siteIds[0] ? plain : pagesOfEachKind }));
    const lax: string[] = [];
    for (const { plain: page, path } of paths) {
      const response = await fetch(`${site.origin}${path}`);
      const { headers, status } = response;
      // A connection whose answer is not read is not used again.
      await response.arrayBuffer();
      const policy = headers.get("content-security-policy") ?? "";
      const isStrict =
        policy.includes("require-trusted-types-for 'script'; trusted-types default site") &&
        headers.get("integrity-policy") === "blocked-destinations=(script), endpoints=(r)" &&
        !headers.has("content-security-policy-report-only") &&
        !/https?:/.test(policy);
      if (!isStrict) lax.push(page);
      if (status !== 200 || !isStrict || !described.has(page)) continue;
      const payload: unknown = await (await fetch(`${site.origin}${path}_payload.json`)).json();
      expect(parse(pagePayloadSchema, payload).vendors, path).toEqual([]);
    }
    expect([...new Set(lax)]).toEqual([chatPage]);
  });
});

describe("G5 with every vendor on", () => {
  const { site, visit } = useSite("GGPPH", { kind: "simulated" });

  test(
    "a visit of every page, with the help chat open on its own, violates no policy that is enforced",
    { timeout: 180_000 },
    async () => {
      const visited = await visit();
      const { page: first } = visited;
      const context = first.context();
      // The panel stands above its button, and grows upwards with what it says of the chat.
      visited.permits("layout shift", /id="_support-chat-launcher/);
      const violations: string[] = [];
      await context.exposeFunction("tellViolation", (text: string) => violations.push(text));
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) => {
          const tell: unknown = Reflect.get(window, "tellViolation");
          if (disposition === "enforce" && typeof tell === "function")
            tell(`${location.pathname}: ${effectiveDirective} ${blockedURI}`);
        });
      });
      const open = async (page: Page, path: string): Promise<void> => {
        await placeVisitor(page, site(), "DE");
        await page.goto(`${site().origin}${path}`, { waitUntil: "load" });
        if (path === "/") await toBanner(page).accept.click();
        await page.mouse.wheel(0, 20_000);
        await page.waitForLoadState("networkidle");
      };
      const all = (await listPages(site())).map(({ path }) => path);
      const paths = sampled<readonly string[]>({ all, sample: samplePages });
      expect(all).toEqual(expect.arrayContaining(samplePages));
      expect(paths).toEqual(expect.arrayContaining(["/", chatPage]));

      // The others follow, once all vendors have consent, in several tabs: while one waits for silence, the next is opened.
      await open(first, "/");
      const left = paths.filter((path) => path !== "/" && path !== chatPage);
      await Promise.all([
        ...Array.from({ length: tabs }, async () => {
          const page = await context.newPage();
          for (let path = left.shift(); path !== undefined; path = left.shift()) await open(page, path);
        }),
        (async () => {
          await open(first, chatPage);
          await untilChat(visited, "available");
          await openChat(visited);
          await findFrame(first).getByText("This is a simulated chat.").waitFor();
        })(),
      ]);
      expect(violations).toEqual([]);
      await visited.close();
    },
  );
});

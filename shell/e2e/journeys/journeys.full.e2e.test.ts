// What a visitor must be able to do without a pointer: a sighted one by Tab and Enter, who must see where the focus
// is, and one who hears the page, who knows what its accessibility tree says.
import type { BrowserContextOptions, Page, Request } from "playwright";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { windows } from "../downloads/agents.ts";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { press, tabTo } from "./keyboard.ts";
import { type Spoken, startScreenReader } from "./screen-reader.ts";
import { sampled } from "../harness/sampled.ts";

const { look } = useSite("GGPPH");
const { helplineUrl, regions } = siteConfigs.GGPPH;
const canada = regions.find(({ id }) => id === "GGPCA")?.url ?? "";

interface Screen {
  name: string;
  options: BrowserContextOptions;
  /** On a phone the header's tools are in the full-screen menu. */
  hasMenu: boolean;
}
const screens: Screen[] = [
  { name: "a desk", options: { viewport: { width: 1440, height: 900 } }, hasMenu: false },
  { name: "a phone", options: { viewport: { width: 390, height: 844 } }, hasMenu: true },
];

/** Waits until the browser asks for an address, in this page or in a tab of its own. */
const waitForRequest = ({ requests, page }: Visit, url: string, popups: readonly Request[]) =>
  waitUntil(() => [...requests, ...popups].some((request) => request.url() === url), {
    what: `${url} to be asked for from ${page.url()}`,
  });

/** The requests of tabs that a page opens. */
function watchTabs(page: Page): Request[] {
  const found: Request[] = [];
  page.context().on("request", (request) => found.push(request));
  return found;
}

/** Goes on with Tab to the first address of support, on this page or on the contact page it leads to. */
async function toContact(page: Page): Promise<void> {
  await tabTo(page, /@|^\+?[\d ]{6,}$|^Contact/i);
  const href = await page.evaluate(() => document.activeElement?.getAttribute("href") ?? "");
  if (/^(mailto|tel):/.test(href)) return;
  await page.keyboard.press("Enter");
  await page.waitForURL("**/contact/**");
  await tabTo(page, /@|^\+?[\d ]{6,}$/);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toMatch(/^(mailto|tel):./);
}

/** Whether it is a link that writes or calls. */
const isAddress = ({ role, url }: Spoken): boolean => role === "link" && /^(mailto|tel):./.test(url ?? "");

describe.each(screens)("on $name, with keys alone", ({ options, hasMenu }) => {
  /**
   * In a sample each way is gone once: with eyes to the helpline at a desk and to self-exclusion on a phone, with a screen reader to the client on a
   * phone and to another region at a desk.
   */
  const atDesk = sampled({ all: true, sample: !hasMenu });
  const onPhone = sampled({ all: true, sample: hasMenu });
  const eachNight = sampled({ all: true, sample: false });
  const openTools = async (page: Page): Promise<void> => {
    if (hasMenu) await press(page, /^Menu$/);
  };
  const toResponsibleGaming = async (page: Page): Promise<void> => {
    await openTools(page);
    if (!hasMenu) await press(page, /^Help and information$/);
    await press(page, /^Responsible gaming$/i);
    await page.waitForURL("**/responsible-gaming/");
    // The page has the help chat, and so is a document of its own (B098): keys start at its beginning.
    await press(page, /^Skip to content$/);
  };

  test.runIf(atDesk)("a visitor who sees finds the helpline", async () => {
    await look("/", options, async (visit) => {
      const tabs = watchTabs(visit.page);
      await toResponsibleGaming(visit.page);
      await press(visit.page, /Talk to|help now/i);
      await waitForRequest(visit, helplineUrl, tabs);
    });
  });

  test.runIf(onPhone)(
    "a visitor who sees excludes themselves: reads how, and reaches a way to write or call",
    async () => {
      await look("/", options, async ({ page }) => {
        await toResponsibleGaming(page);
        await press(page, /self-exclusion|exclude yourself/i);
        const heading = page.getByRole("heading", { name: "Self-exclusion", exact: true });
        await waitUntil(
          () =>
            heading.evaluate((one) => {
              const { top, bottom } = one.getBoundingClientRect();
              return (
                top >= (document.querySelector("header")?.getBoundingClientRect().bottom ?? 0) && bottom <= innerHeight
              );
            }),
          { what: "the heading of self-exclusion below the header" },
        );
        expect(page.url()).toContain("#self-exclusion");
        await toContact(page);
      });
    },
  );

  test.runIf(eachNight)("a visitor who sees downloads the client", async () => {
    await look("/", { ...options, userAgent: windows.options.userAgent }, async ({ page, requests }) => {
      await page.route("**/download/installer/**", (route) => route.fulfill({ status: 204 }));
      await press(page, /^Download( for Windows)?$/);
      await page.waitForURL((url) => url.pathname === "/download/");
      await waitUntil(
        () => requests.some((request) => new URL(request.url()).pathname === "/download/installer/windows"),
        { what: "the installer to be asked for" },
      );
      await page.getByText("Your download for Windows is starting").waitFor();
    });
  });

  test.runIf(eachNight)("a visitor who sees changes the region", async () => {
    await look("/", options, async (visit) => {
      await openTools(visit.page);
      await press(visit.page, /^Language Selector$/);
      await press(visit.page, /^Canada/);
      await waitForRequest(visit, canada, []);
    });
  });

  test.runIf(eachNight)("a screen reader user finds the helpline", async () => {
    await look("/", options, async (visit) => {
      const tabs = watchTabs(visit.page);
      const reader = await startScreenReader(visit.page);
      if (hasMenu) await reader.activate("button", /^Menu$/);
      else await reader.activate("button", /^Help and information$/);
      await reader.activate("link", /^Responsible gaming$/);
      await reader.find("heading", /^Responsible gaming$/i);
      await reader.activate("link", /(Talk to|help now).*new tab/i);
      await waitForRequest(visit, helplineUrl, tabs);
    });
  });

  test.runIf(eachNight)("a screen reader user excludes themselves", async () => {
    await look("/responsible-gaming/", options, async ({ page }) => {
      const reader = await startScreenReader(page);
      await reader.activate("link", /self-exclusion|exclude yourself/i);
      const said = (await reader.read()).map(({ role, name }) => `${role} ${name}`);
      const start = said.indexOf("heading Self-exclusion");
      expect(start).toBeGreaterThan(0);
      expect(said.slice(start).some((one) => /From 6 months to 5 years/.test(one))).toBe(true);
      if (!(await reader.read()).some(isAddress)) {
        await reader.activate("link", /^Contact/i);
        await page.waitForURL("**/contact/**");
      }
      await waitUntil(async () => (await reader.read()).some(isAddress), { what: "a way to write or call" });
    });
  });

  test.runIf(onPhone)("a screen reader user downloads the client, and is told that it starts", async () => {
    await look("/", { ...options, userAgent: windows.options.userAgent }, async ({ page }) => {
      await page.route("**/download/installer/**", (route) => route.fulfill({ status: 204 }));
      const reader = await startScreenReader(page);
      await reader.activate("link", /^Download for Windows$/);
      await page.waitForURL((url) => url.pathname === "/download/");
      await waitUntil(
        async () => {
          const said = await reader.read();
          const status = said.findIndex(({ role, name }) => role === "status" && name === "");
          return status >= 0 && said.slice(status).some(({ name }) => name === "Your download for Windows is starting");
        },
        { what: "the status to say so" },
      );
    });
  });

  test.runIf(atDesk)("a screen reader user changes the region, and hears where they are and what is open", async () => {
    await look("/", options, async (visit) => {
      const reader = await startScreenReader(visit.page);
      if (hasMenu) await reader.activate("button", /^Menu$/);
      const selector = await reader.find("button", /^Language Selector Philippines English$/);
      expect(selector.expanded).not.toBe(true);
      await reader.activate("button", /^Language Selector /);
      await waitUntil(async () => (await reader.find("button", /^Language Selector /)).expanded === true, {
        what: "the selector to be open",
      });
      await reader.activate("link", /^Canada English$/);
      await waitForRequest(visit, canada, []);
    });
  });
});

import { expect, test } from "vitest";
import type { Visit } from "./harness/open-browser.ts";
import { describeSitesInTurn } from "./harness/describe-sites.ts";
import { sampled } from "./harness/sampled.ts";
import { holdScripts } from "./harness/hold-scripts.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { openMenu } from "./navigation/menu.ts";

const windowsAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const phone = { width: 390, height: 844 };

/** Which scripts a slow network holds back: all of them, or all but the core. */
const withoutCore = { held: "all scripts", pattern: /\/_release\/.*\.js$/ };
const withCore = { held: "all scripts but the core", pattern: /\/_release\/(?!shell\/[^/]+\/core\.js).*\.js$/ };
const slowness = [withoutCore, withCore];

/** What opens is a popover of the document in all of these tests: in a sample the menu is opened both ways, and each of the others in one. */
const slownessOf = {
  menu: slowness,
  panel: sampled({ all: slowness, sample: [withCore] }),
  certificate: sampled({ all: slowness, sample: [withoutCore] }),
  chat: sampled({ all: slowness, sample: [withCore] }),
};

describeSitesInTurn(({ site, visit }) => {
  const open = async (
    path: string,
    pattern: RegExp,
    options: Parameters<typeof visit>[0] = {},
  ): Promise<Visit & { release(): void }> => {
    const visited = await visit(options);
    const release = await holdScripts(visited.page, pattern);
    await visited.page.goto(`${site().origin}${site().prefix}${path}`);
    return { ...visited, release };
  };

  test.for(slownessOf.menu)(
    "B036 a menu opened before $held arrived is open at once, and still open and announced after",
    async ({ pattern }) => {
      const { page, events, messages, release, close } = await open("/contact/", pattern, { viewport: phone });
      const button = page.getByRole("button", { name: "Menu", exact: true });
      await button.click();
      expect(await page.locator(openMenu).count()).toBe(1);
      expect(await page.locator("[data-live]").count()).toBe(0);
      release();
      await waitUntil(async () => (await events()).some(({ name }) => name === "menu:toggled"), {
        what: "menu:toggled",
      });
      expect((await events()).filter(({ name }) => name === "menu:toggled").map(({ detail }) => detail)).toEqual([
        { open: true },
      ]);
      expect(await page.locator(openMenu).count()).toBe(1);
      expect(await page.locator("header button[popovertarget][aria-expanded=true]").count()).toBe(1);
      expect(messages).toEqual([]);
      await close();
    },
  );

  test("what a first touch needs is fetched side by side: React and the messages do not wait for federation", async () => {
    const { page, requests, messages, release, close } = await open("/contact/", /\/federation\.js$/);
    await page.locator("header nav button[popovertarget]").first().click();
    const needed = [
      /\/shell\/.*\/react\.js$/,
      /\/shell\/.*\/intl\.js$/,
      /\/navigation\/.*\/expose-header\.\w+\.js$/,
      /\/navigation\/.*\/messages-en\.\w+\.js$/,
    ];
    await waitUntil(() => needed.every((file) => requests.some((request) => file.test(request.url()))), {
      what: "every file but federation's to be asked for",
    });
    expect(await page.locator("[data-live]").count()).toBe(0);
    release();
    await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
    for (const file of needed)
      expect(
        requests.filter((request) => file.test(request.url())),
        String(file),
      ).toHaveLength(1);
    expect(messages).toEqual([]);
    await close();
  });

  test.for(slownessOf.panel)(
    "B046 a panel opened before $held arrived stays open, and is announced after",
    async ({ pattern }) => {
      const { page, messages, release, close } = await open("/contact/", pattern);
      const button = page.locator("header nav button[popovertarget]").first();
      await button.click();
      expect(await page.locator("header nav :popover-open").count()).toBe(1);
      release();
      await page.locator("header nav button[aria-expanded=true]").waitFor();
      expect(await page.locator("header nav :popover-open").count()).toBe(1);
      expect(messages).toEqual([]);
      await close();
    },
  );

  test.for(slownessOf.certificate)(
    "B087 a certificate opened before $held arrived stays open, once",
    async ({ pattern }) => {
      const { page, messages, release, close } = await open("/", pattern);
      await page.locator("button[aria-haspopup=dialog]").click();
      expect(await page.locator("dialog:is([open], :popover-open)").count()).toBe(1);
      release();
      await page.locator('[data-island="content/record-badge"][data-live]').waitFor({ state: "attached" });
      // It was a popover. It becomes a modal once the code of modals is there too, and the page shows it once, before and after.
      await page.locator("main dialog:modal").waitFor();
      expect(await page.locator("dialog:is([open], :popover-open)").count()).toBe(1);
      expect(messages).toEqual([]);
      await close();
    },
  );

  test("B120 B122 a download asked for before any script arrived starts on the download page once they do", async () => {
    const { page, events, release, close } = await open("/contact/", /\/_release\/.*\.js$/, {
      userAgent: windowsAgent,
    });
    // An answer without content leaves the page where it is, as a download does.
    await page.route("**/download/installer/*", (route) => route.fulfill({ status: 204 }));
    await page.locator('[data-slot="download/button"][data-variant="header"] a:visible').click();
    await page.waitForURL(`${site().origin}${site().prefix}/download/?auto=1`, { waitUntil: "commit" });
    release();
    await waitUntil(async () => (await events()).some(({ name }) => name === "download:started"), {
      what: "download:started",
    });
    expect((await events()).filter(({ name }) => name === "download:started").map(({ detail }) => detail)).toEqual([
      { platform: "windows", url: "/download/installer/windows" },
    ]);
    await close();
  });

  test.for(slownessOf.chat)(
    "B100 a click on the help chat before $held arrived opens its panel at once, and reaches the chat after",
    async ({ pattern }) => {
      const { page, events, release, permits, close } = await open("/responsible-gaming/", pattern);
      // The panel says more once the chat is known.
      permits("layout shift", /by <div class="support-chat-/);
      await page.locator('[data-slot="support-chat/launcher"][data-variant="quick"] button[aria-label]').click();
      expect(await page.locator('[data-slot="support-chat/launcher"] :popover-open').count()).toBe(1);
      release();
      await page
        .locator('[data-slot="support-chat/launcher"][data-variant="quick"][data-live]')
        .waitFor({ state: "attached" });
      expect(await page.locator('[data-slot="support-chat/launcher"] :popover-open').count()).toBe(1);
      expect((await events()).filter(({ name }) => name === "chat:requested").map(({ detail }) => detail)).toEqual([
        { from: "/responsible-gaming/" },
      ]);
      await close();
    },
  );
});

import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findBrowser } from "../harness/shared-browsers.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { evilHost } from "./hostile-bundle.ts";

const evil = `${evilHost}/evil.js`;

let site: SiteAddress;
/** One tab, in which each attack has a document of its own. */
let context: BrowserContext;
let page: Page;
/** Changes the HTML that the site answers with. */
let tamper: (html: string) => string;
/** What was asked of the other host since the last attack began. */
const asked: string[] = [];

beforeAll(async () => {
  const browser = await findBrowser({ isShellEnough: true, args: [] });
  [site, context] = await Promise.all([
    findSharedSite("GGPPH"),
    browser.newContext({ viewport: { width: 1440, height: 900 } }),
  ]);
  await context.route(/evil\.js/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: "window.__pwned = 1;",
    });
  });
  page = await context.newPage();
  await page.route(`${site.origin}/contact/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: tamper(await response.text()) });
  });
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => context?.close());

const set = JSON.stringify({
  format: 2,
  packages: {
    shell: {
      version: "1",
      entry: "../../../../evil.js",
      messages: "",
      exposes: {},
      scripts: { "../../../../evil.js": "", [evil]: "" },
    },
  },
});
const state = JSON.stringify({ heads: [{ owner: "content", version: "1", script: evil, settings: {} }], islands: {} });
const json = (id: string, text: string): string =>
  `<script type="application/json" id="${id}" class="p p0123456789abcde">${text}</script>`;
const forged = `${json("site-set", set)}${json("site-state", state)}`;

/** What a remote's style sheet or HTML would say, and where: in front of what it is part of. */
const attacks: { it: string; inStyle?: string; inSlot?: string; comesAlive: boolean }[] = [
  { it: "forges the JSON of the page before the page's own", inSlot: forged, comesAlive: true },
  {
    it: "ends its style sheet and starts a body with other hosts",
    inStyle: `</style><body data-hosts="^" data-script-hosts="${evilHost}" data-nav="all" data-page="p">${forged}`,
    comesAlive: true,
  },
  {
    it: "forges the attributes of boot on every element there is",
    inSlot: `<html data-page=p data-hosts=^ data-nav=all><body data-page=p data-hosts=^ data-script-hosts=${evilHost}>`,
    comesAlive: true,
  },
  {
    it: "takes the names by which scripts find things",
    inSlot: `<a id="__site"></a><a id="origin"></a><form id="site-set" name="site-set"></form><a id="trustedTypes"></a>`,
    comesAlive: true,
  },
  { it: "swallows the rest of the document, after JSON of its own", inSlot: `${forged}<textarea>`, comesAlive: false },
];

/** What becomes of a script element with an address of another host. */
function askForForeign(): Promise<string> {
  return page.evaluate((address) => {
    try {
      document.createElement("script").src = address;
      return "allowed";
    } catch (error) {
      return String(error);
    }
  }, evil);
}

test.for(attacks)(
  "G7 no script runs that the page does not name when a remote's text $it",
  async ({ inStyle, inSlot, comesAlive }) => {
    tamper = (html) =>
      html.replace("<style>", `<style>${inStyle ?? ""}`).replace('<div id="app">', `<div id="app">${inSlot ?? ""}`);
    await page.goto(`${site.origin}/contact/`);
    const isCoreThere = (): Promise<boolean> =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => /\/_release\/shell\/[^/]+\/core\.js$/.test(name)),
      );
    if (comesAlive) {
      await hurryCore(page);
      await waitUntil(isCoreThere, { what: "the core of the page's own shell" });
    }
    await touchIslands(page);
    await page.waitForLoadState("networkidle");
    expect(await isCoreThere()).toBe(comesAlive);
    expect(await page.evaluate(() => [window.__pwned, document.body.className])).toEqual([undefined, ""]);
    expect(asked).toEqual([]);
    // Boot alone says no, before the content policy is asked.
    expect(await askForForeign()).toMatch(/^TypeError: /);
  },
);

test("G7 a copy of boot with other attributes, at any place where a remote's text puts it, lets nothing more run", async () => {
  let copies: string[] = [];
  tamper = (html) => {
    const [boot = ""] = /<script data-page=.*?<\/script>/s.exec(html) ?? [];
    const copy = boot.replace(/data-page="[^"]*"/, 'data-page="p" data-hosts="^"');
    copies = [boot, copy];
    return html
      .replace("<style>", `<style></style>${copy}<style>`)
      .replace('<div id="app">', `<div id="app">${copy}${forged}`);
  };
  await page.goto(`${site.origin}/contact/`);
  await page.waitForLoadState("networkidle");
  const [boot, copy] = copies;
  expect(copy).not.toBe(boot);
  expect(await askForForeign()).toMatch(/^TypeError: /);
});

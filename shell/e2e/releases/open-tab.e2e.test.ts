import { browserSetSchema, toReleasePath } from "@site/contracts/releases/browser-set";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { parse } from "@site/contracts/wire/wire-schema";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { rollback } from "../../src/server/publishing/promote.ts";
import { listMarks, untilLive } from "./answers.ts";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import type { Variant } from "./release-variant.ts";
import { openStore } from "./site-command.ts";
import { hurryCore } from "../harness/hurry-core.ts";

const note = { why: "while a page is open" };

const variants: Variant[] = [];
const { site, browser } = useOwnSite(() => startSite("GGPPH", { prepare: admitVariants }));

async function admitVariants(storeDir: string): Promise<void> {
  for (const mark of ["first", "second", "third", "fourth"]) {
    variants.push(await admitVariant(storeDir, "navigation", { mark }));
  }
}

test(
  "a page opened before a promote is hydrated with its own version after it, and its next navigation is one document load onto the new set; the same holds for a rollback, and for a page that stays open over three promotes, whose files are all still there",
  { timeout: 120_000 },
  async () => {
    await goLive(0);
    const [before, kept] = [await open("/contact/"), await open("/contact/")];
    await goLive(1);
    await comeAlive(before, 0);
    await navigateOn(before, "privacy-policy", 1);
    await comeAlive(before, 1);
    await before.close();

    const newer = await open("/contact/");
    const { set } = await rollback(await openStore(site().storeDir), { package: "navigation" }, note);
    await untilLive(site(), set.id);
    await comeAlive(newer, 1);
    await navigateOn(newer, "privacy-policy", 0);
    await newer.close();

    for (const index of [2, 3]) await goLive(index);
    const { packages } = parse(
      browserSetSchema,
      JSON.parse(await kept.page.evaluate<string>(() => document.getElementById("site-set")?.textContent ?? "{}")),
    );
    const urls = Object.entries(packages).flatMap(([name, { version, scripts }]) =>
      Object.keys(scripts).map((file) => `${toReleasePath(name, version)}${file}`),
    );
    expect(urls.some((url) => url.startsWith(toReleaseUrl("navigation", variant(0).version, "")))).toBe(true);
    // A body that is not read keeps its answer under way, and the server from ending.
    for (const url of urls) expect((await fetch(`${site().origin}${url}`, { method: "HEAD" })).status, url).toBe(200);
    await comeAlive(kept, 0);
    await navigateOn(kept, "privacy-policy", 3);
    await kept.close();
  },
);

test("a step back over a promote shows the page where it was left, though it is loaded as a document, and a page that was fetched ahead before is shown whole, of the set it was fetched from", async () => {
  await goLive(3);
  const ahead = await open("/contact/");
  const link = ahead.page.locator("footer a[href='/privacy-policy/']");
  const fetched = ahead.page.waitForResponse((response) => response.url().includes("/privacy-policy/_payload.json"));
  await link.hover();
  await fetched;
  const visited = await open("/terms-conditions/");
  const { page } = visited;
  await page.evaluate(() => scrollTo(0, 3000));
  await waitUntil(() => page.evaluate(() => history.state?.scroll?.[1] === 3000), { what: "the place in the history" });
  await page.locator("footer a[href='/contact/']").dispatchEvent("pointerdown");
  await page.locator("footer a[href='/contact/']").dispatchEvent("click");
  await page.waitForURL("**/contact/");
  await waitUntil(async () => (await visited.events()).filter(({ name }) => name === "route:changed").length === 2, {
    what: "the page to be shown",
  });
  await goLive(0);

  await link.click();
  await ahead.page.waitForURL("**/privacy-policy/");
  const mark = listMarks(await ahead.page.content());
  expect(mark).toHaveLength(1);
  expect(await readVersion(ahead.page)).toBe(variants.find((one) => one.mark === mark[0])?.version);
  await ahead.close();

  const loaded = page.waitForEvent("load");
  await page.evaluate(() => history.back());
  await loaded;
  await untilCore(visited);
  expect(new URL(page.url()).pathname).toBe("/terms-conditions/");
  expect(await readVersion(page)).toBe(variant(0).version);
  expect(await page.evaluate(() => Math.abs(scrollY - 3000) < 2)).toBe(true);
  await visited.close();
});

test(
  "a tab that was opened before ten promotes of a remote it does not show navigates softly after them, hydrated with its own releases",
  { timeout: 300_000 },
  async () => {
    await goLive(0);
    const checked = (await (await openStore(site().storeDir)).current())?.set.versions["support-chat"];
    const chats = await Promise.all(
      ["odd", "even"].map((mark) => admitVariant(site().storeDir, "support-chat", { mark })),
    );
    const visited = await open("/contact/");
    let last = "";
    for (let turn = 0; turn < 10; turn += 1)
      last = (await promoteVariants(site().storeDir, [chats[turn % 2] ?? variant(0)])).id;
    await untilLive(site(), last);
    await comeAlive(visited, 0);
    const from = visited.requests.length;
    await visited.page.locator("footer a[href='/privacy-policy/']").click();
    await visited.page.waitForURL("**/privacy-policy/");
    await waitUntil(async () => (await visited.events()).filter(({ name }) => name === "route:changed").length === 2, {
      what: "the page to be shown",
    });
    expect(visited.requests.slice(from).filter((request) => request.isNavigationRequest())).toEqual([]);
    expect(listMarks(await visited.page.content())).toEqual([variant(0).mark]);
    expect(visited.messages).toEqual([]);
    // After a promote of what the tab shows the next page is a document, with nothing of the old release.
    const chat = { name: "support-chat", version: checked ?? "none" } as const;
    await untilLive(site(), (await promoteVariants(site().storeDir, [chat, variant(1)])).id);
    await navigateOn(visited, "cookie-policy", 1);
    await visited.close();
  },
);

function variant(index: number): Variant {
  const found = variants[index];
  if (!found) throw new Error(`There is no variant ${index}.`);
  return found;
}

/** Promotes a variant, unless it is live. */
async function goLive(index: number): Promise<void> {
  const live = (await (await openStore(site().storeDir)).current())?.set.versions["navigation"];
  if (live === variant(index).version) return;
  await untilLive(site(), (await promoteVariants(site().storeDir, [variant(index)])).id);
}

/** Opens a page and waits until the core is there, untouched. */
async function open(path: string): Promise<Visit> {
  const visited = await browser().visit();
  await visited.page.goto(`${site().origin}${path}`);
  await untilCore(visited);
  return visited;
}

async function untilCore({ page, events }: Visit): Promise<void> {
  await waitUntil(
    async () => {
      await hurryCore(page);
      return (await events()).some(({ name }) => name === "route:changed");
    },
    { what: "the core" },
  );
}

/** Touches the header: it is hydrated from its own version's files, and works. */
async function comeAlive({ page, requests, events, messages }: Visit, index: number): Promise<void> {
  const { version, mark } = variant(index);
  const from = requests.length;
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  expect(await page.locator("header nav :popover-open").count()).toBe(1);
  const hydrated = (await events()).flatMap((event) =>
    event.name === "island:hydrated" && event.detail.island === "navigation/header" ? [event.detail.version] : [],
  );
  expect(hydrated).toEqual([version]);
  const asked = requests
    .slice(from)
    .map((request) => new URL(request.url()).pathname)
    .filter((path) => path.startsWith("/_release/navigation/"));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => !path.startsWith(toReleaseUrl("navigation", version, "")))).toEqual([]);
  expect(listMarks(await page.content())).toEqual([mark]);
  expect(messages).toEqual([]);
  await page.keyboard.press("Escape");
}

/** Follows a link: the next page comes as one document, of the set that is live by now. */
async function navigateOn(visited: Visit, name: string, index: number): Promise<void> {
  const { page, requests } = visited;
  const from = requests.length;
  await page.locator(`footer a[href='/${name}/']`).click();
  await page.waitForURL(`**/${name}/`);
  await untilCore(visited);
  expect(
    requests
      .slice(from)
      .filter((request) => request.isNavigationRequest())
      .map((request) => new URL(request.url()).pathname),
  ).toEqual([`/${name}/`]);
  expect(await readVersion(page)).toBe(variant(index).version);
  expect(listMarks(await page.content())).toEqual([variant(index).mark]);
}

function readVersion(page: Page): Promise<string> {
  return page.evaluate(
    () => JSON.parse(document.getElementById("site-set")?.textContent ?? "{}").packages.navigation.version,
  );
}

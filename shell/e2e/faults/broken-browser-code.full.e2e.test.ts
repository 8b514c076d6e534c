// Releases whose browser code is wrong, and a network that breaks right code on the way. The server's HTML is whole in all cases.
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultProxy, type ProxyFault, startFaultProxy } from "../harness/fault-proxy.ts";
import type { Visit } from "../harness/open-browser.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { listIslands, touchIslands } from "../harness/touch-islands.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage, untilLive } from "../releases/answers.ts";
import { admitVariant, promoteVariants } from "./admit-variant.ts";
import { recordFigure } from "./record-figure.ts";
import { throwInEffect, throwInRender } from "./throw-in-render.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { menu } from "../navigation/menu.ts";

declare global {
  interface Window {
    /** What the release of navigation does in the browser; nothing wrong where it is undefined. */
    faultyAt?: string;
  }
}

/** What the release's own code does in the browser, at its federation entry. */
const releaseFaults = [
  {
    does: "throws when it is loaded",
    at: "load",
    path: sampled({ all: "/", sample: "/contact/" }),
    id: "remote-script-broken",
    entryCode: "site_navigation = { init() {}, get() { throw new Error('asked to throw'); } };",
  },
  {
    does: "throws in its first effect",
    at: "effect",
    path: sampled({ all: "/", sample: "/contact/" }),
    id: "browser-render-throws",
    entryCode: throwInEffect,
  },
  { does: "throws while it renders", at: "render", path: "/", id: "browser-render-throws", entryCode: throwInRender },
] as const;

/** One release has all faults, of which each document picks one: a release that goes live costs more than a visit. */
const faultyCode = releaseFaults
  .map(({ at, entryCode }) => `if (window.faultyAt === "${at}") { ${entryCode} }`)
  .join("\n");

async function startFaultySite(): Promise<RunningSite> {
  const storeDir = await copyStartedStore("GGPPH");
  const faulty = await admitVariant(storeDir, "navigation", { mark: "faulty", entryCode: faultyCode });
  const { id } = await promoteVariants(storeDir, [faulty]);
  const started = await startSite("GGPPH", { storeDir });
  await untilLive(started, id);
  return started;
}

const { site, browser } = useOwnSite(startFaultySite);
let proxy: FaultProxy;

/** Opens a page in a browser in which the release has a fault. */
async function visitFaulty(at: string, path: string, options?: BrowserContextOptions): Promise<Visit> {
  const visit = await browser().visit(options);
  visit.permits("console error", /./);
  await visit.page.addInitScript((fault) => (window.faultyAt = fault), at);
  await visit.page.goto(`${site().origin}${path}`);
  return visit;
}

beforeAll(async () => {
  proxy = await startFaultProxy(`http://127.0.0.1:${site().port}`);
});
afterAll(() => proxy?.close());

/**
 * What the network does to every script of one remote. In a sample each outcome once: a failed request, and other bytes. That a remote whose scripts never
 * come is given up is tested by dead-remote.
 */
const networkFaults: { does: string; fault: ProxyFault }[] = [
  { does: "resets the connection", fault: { kind: "reset" } },
  { does: "delivers the first half as the whole", fault: { kind: "truncate", atBytes: 1000 } },
  { does: "never answers", fault: { kind: "silence" } },
  { does: "ends in the middle", fault: { kind: "cut", afterBytes: 1000 } },
  { does: "calls it plain text", fault: { kind: "type", contentType: "text/plain" } },
  { does: "answers with a sign-in page", fault: { kind: "body", contentType: "text/html", body: "<h1>Sign in</h1>" } },
  { does: "answers 500", fault: { kind: "status", status: 500 } },
];

const readVersion = async (): Promise<string | undefined> =>
  (await fetchPage(site(), "/contact/")).set.packages["navigation"]?.version;

test.for(sampledCases(2, networkFaults))(
  "B209 a page keeps its words and links when a network $does for the scripts of navigation, and is not loaded again",
  async ({ fault }) => {
    proxy.mend();
    const visit = await browser().visit();
    visit.permits("failed request", /_release\/navigation/);
    visit.permits("console error", /./);
    await visit.page.goto(`${proxy.origin}/contact/`);
    const before = await readPage(visit.page);
    proxy.break(`/_release/navigation/${await readVersion()}/`, fault);
    proxy.forget();
    await touchIslands(visit.page);
    await untilSettled(visit, "navigation");
    await expectKept(visit.page, before);
    const reloads = proxy.requests().filter(({ path }) => path === "/contact/").length;
    recordFigure("remote-script-broken", "reloads", reloads);
    expect(reloads).toBe(0);
    await visit.close();
  },
);

test.for(releaseFaults)(
  "G4 a release of navigation that $does in the browser costs its own region alone: the others are hydrated",
  async ({ id, at, path }) => {
    const visit = await visitFaulty(at, path);
    const before = await readPage(visit.page);
    await touchIslands(visit.page);
    await untilSettled(visit, "navigation");
    await expectKept(visit.page, before);
    const { all, live } = await listIslands(visit.page);
    const others = all.filter((one) => !one.startsWith("navigation/"));
    expect(live).toEqual(others);
    if (id === "browser-render-throws")
      recordFigure(id, "share of the other islands that are hydrated", live.length / others.length);
    const failures = (await visit.events()).filter(({ name }) => name === "remote:failed");
    expect(failures[0]?.detail).toMatchObject({ remote: "navigation", version: await readVersion() });
    expect(visit.messages.filter((message) => message.startsWith("uncaught:"))).toEqual([]);
    await visit.close();
  },
);

const menus = [
  { width: 1440, button: "header nav button[popovertarget]", panel: "header nav [popover]" },
  { width: 390, button: "header button[popovertarget][aria-label='Menu']", panel: menu },
];

test.for(menus)(
  "G4 the menu of a header that throws while it renders opens at each press, stays open and leads to its pages, at $width pixels",
  async ({ width, button, panel }) => {
    const visit = await visitFaulty("render", "/contact/", { viewport: { width, height: 900 } });
    const { page } = visit;
    const failures = async (): Promise<number> =>
      (await visit.events()).filter(({ name }) => name === "remote:failed").length;
    const shown = page.locator(`${panel}:popover-open`).first();
    // The header throws while the button is held down, as by a person.
    await page.locator(button).first().click({ delay: 400 });
    await shown.waitFor();
    await waitUntil(async () => (await failures()) > 0, { what: "the header to fail" });
    await untilRendered(page);
    expect(await shown.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    await page.locator(button).first().click();
    await shown.waitFor();
    await untilRendered(page);
    expect(await shown.isVisible()).toBe(true);
    expect(await failures()).toBe(1);
    await shown.locator("a[href^='/']:visible").first().click();
    await page.waitForURL((url) => url.pathname !== "/contact/");
    await visit.close();
  },
);

/** Waits for more frames and tasks than an island takes, whose code is there, to be rendered and to fail. */
function untilRendered(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let task = 0; task < 20; task++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
}

/** What there is to read on a page, as words, and where it leads. */
interface PageContent {
  words: string[];
  links: string[];
}

function readPage(page: Page): Promise<PageContent> {
  return page.evaluate(() => ({
    words: (document.querySelector("#app")?.textContent ?? "").split(/\s+/).filter(Boolean),
    links: [...document.querySelectorAll("#app a[href]")].map((link) => link.getAttribute("href") ?? ""),
  }));
}

async function expectKept(page: Page, before: PageContent): Promise<void> {
  const after = await readPage(page);
  const now = new Set(after.words);
  const words = before.words.filter((word) => now.has(word)).length / before.words.length;
  const links = before.links.filter((link) => after.links.includes(link)).length / before.links.length;
  recordFigure("remote-script-broken", "share of the text that stays", words);
  recordFigure("remote-script-broken", "share of the links that stay", links);
  expect(words).toBeGreaterThanOrEqual(0.8);
  expect(links).toBe(1);
}

/** Until each region of the remote has failed and every other one is hydrated. */
async function untilSettled({ page, events }: Visit, remote: string): Promise<void> {
  await waitUntil(
    async () => {
      const { all, live } = await listIslands(page);
      const others = all.filter((id) => !id.startsWith(`${remote}/`));
      return others.every((id) => live.includes(id)) && (await events()).some(({ name }) => name === "remote:failed");
    },
    { what: `${remote} to fail and all others to be hydrated` },
  );
}

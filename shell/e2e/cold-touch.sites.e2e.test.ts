// What a page that was not touched before fetches at the first touch, and in which order: what need not wait does not wait.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInTurn } from "./harness/describe-sites.ts";
import { startFaultProxy } from "./harness/fault-proxy.ts";
import { holdScripts } from "./harness/hold-scripts.ts";
import type { Visit } from "./harness/open-browser.ts";
import { waitUntil } from "./harness/wait-until.ts";

const core = /\/_release\/shell\/[^/]+\/core\.js$/;

/** What every island needs, whichever it is. */
const libraries = ["federation", "intl", "react", "react-core"].map(
  (name) => new RegExp(`/_release/shell/[^/]+/${name}\\.js$`),
);
const ofDownloadPage = ["remoteEntry", "expose-page\\.\\w+", "messages-\\w+\\.\\w+"].map(
  (name) => new RegExp(`/_release/download/[^/]+/${name}\\.js$`),
);
/** The plain script that starts a download. */
const starter = /\/_release\/download\/[^/]+\/head\.js$/;
const windowsAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** What the certificate needs of its remote, in the order in which it can be asked for. */
const ofCertificate = ["remoteEntry", "expose-record-badge\\.\\w+", "messages-\\w+\\.\\w+"].map(
  (name) => new RegExp(`/_release/content/[^/]+/${name}\\.js$`),
);

/** Signs of interest in the certificate, which is an island of home. */
const signs: { sign: string; give(page: Page): Promise<unknown> }[] = [
  { sign: "the pointer is over it", give: (page) => page.locator(certificate).hover() },
  { sign: "it has the focus", give: (page) => page.locator(certificate).focus() },
  { sign: "it is clicked by a program", give: (page) => page.locator(certificate).dispatchEvent("click") },
];
const certificate = "button[aria-haspopup=dialog]";

describeSitesInTurn(({ site, visit }) => {
  const open = async (path: string, held: RegExp): Promise<Visit & { release(): void }> => {
    const visited = await visit({ userAgent: windowsAgent });
    const release = await holdScripts(visited.page, held);
    await visited.page.route("**/download/installer/*", (route) => route.fulfill({ status: 204 }));
    // A script that is held back holds back the load event.
    await visited.page.goto(`${site().origin}${site().prefix}${path}`, { waitUntil: "domcontentloaded" });
    return { ...visited, release };
  };

  test.for(signs)("what a region needs is asked for beside the core, each file once, when $sign", async ({ give }) => {
    const { page, requests, messages, release, close } = await open("/", core);
    await give(page);
    const needed = [...ofCertificate, ...libraries];
    await untilAsked(requests, needed);
    const asked = requests.map((request) => request.url()).filter((url) => url.endsWith(".js"));
    expect(asked[0]).toMatch(core);
    expect(asked).toHaveLength(1 + needed.length);
    release();
    await page.locator(certificate).dispatchEvent("pointerdown");
    await page.locator('[data-island="content/record-badge"][data-live]').waitFor({ state: "attached" });
    for (const file of needed)
      expect(
        requests.filter((request) => file.test(request.url())),
        String(file),
      ).toHaveLength(1);
    expect(messages).toEqual([]);
    await close();
  });

  test("a link in a region, with the pointer over it, asks for the core alone: the page it leads to comes first", async () => {
    const { page, requests, release, close } = await open("/", core);
    await page.locator("header nav a").first().dispatchEvent("pointerover");
    await untilAsked(requests, [core]);
    expect(requests.filter((request) => request.url().endsWith(".js"))).toHaveLength(1);
    release();
    await close();
  });

  test("B122 the download page, asked to start the download, asks for what starts it beside the core, and for its island later", async () => {
    const { requests, events, messages, release, close } = await open("/download/?auto=1", core);
    await untilAsked(requests, [core, starter]);
    expect(requests.filter((request) => request.url().endsWith(".js"))).toHaveLength(2);
    release();
    await untilAsked(requests, [...ofDownloadPage, ...libraries]);
    await waitUntil(async () => (await events()).some(({ name }) => name === "download:started"), {
      what: "download:started",
    });
    expect((await events()).filter(({ name }) => name === "download:started")).toHaveLength(1);
    expect(messages).toEqual([]);
    await close();
  });

  test("B209 a touch that came before the network was back does not fail the next one", async () => {
    const { page, requests, expects, events, close } = await visit();
    expects(
      "failed request",
      /_FAILED GET .*\/(core|federation|intl|react|react-core|remoteEntry|expose-record-badge)\.(\w+\.)?js$/,
    );
    let isDown = true;
    await page.route(/\/_release\/.*\.js$/, (route) => (isDown ? route.abort() : route.continue()));
    await page.goto(`${site().origin}${site().prefix}/`);
    await page.locator(certificate).click();
    const needed = [core, ...ofCertificate.slice(0, 2), ...libraries];
    await waitUntil(() => requests.filter((request) => request.failure()).length >= needed.length, {
      what: "everything that the touch asked for to fail",
    });
    isDown = false;
    await page.keyboard.press("Escape");
    await page.locator(certificate).click();
    await page.locator('[data-island="content/record-badge"][data-live]').waitFor({ state: "attached" });
    expect((await events()).filter(({ name }) => name === "remote:failed")).toEqual([]);
    await close();
  });

  test("a touch while the page is still being read fetches the core as soon as it has been read", async () => {
    const { page, requests, close } = await visit();
    const proxy = await startFaultProxy(site().origin);
    const path = `${site().prefix}/contact/`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const head = await fetch(`${site().origin}${path}`, { headers: { "accept-encoding": "br" } });
    // Only machines read its last kilobyte.
    proxy.break(path, {
      kind: "hold",
      afterBytes: Number(head.headers.get("content-length")) - 1024,
      until: promise,
    });
    await page.goto(`${proxy.origin}${path}`, { waitUntil: "commit" });
    await page.locator("header nav button[popovertarget]").first().click();
    expect(requests.filter((request) => core.test(request.url()))).toEqual([]);
    resolve();
    await untilAsked(requests, [core, ...libraries]);
    await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
    await page.waitForLoadState();
    const { loaded, asked } = await page.evaluate(() => ({
      loaded: performance
        .getEntriesByType("navigation")
        .map((entry) => (entry instanceof PerformanceNavigationTiming ? entry.loadEventStart : 0))[0],
      asked: performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/core.js"))?.startTime,
    }));
    expect(asked).toBeLessThan(loaded ?? 0);
    await close();
    await proxy.close();
  });
});

async function untilAsked(requests: Visit["requests"], files: readonly RegExp[]): Promise<void> {
  await waitUntil(() => files.every((file) => requests.some((request) => file.test(request.url()))), {
    what: `${files.join(", ")} to be asked for`,
  });
}

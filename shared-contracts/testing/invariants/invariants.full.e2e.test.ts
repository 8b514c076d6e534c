// Each invariant is broken by a document of its own, which proves that its observer works.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser } from "../launch-browser.ts";
import { keepingObservers, parseKeptFindings, restingPath, takeKeptFindings } from "./keep-findings.ts";
import { type ContextWatch, watchContext } from "./watch-context.ts";

const words = "Read the rules before you play, and stop when you want to. ".repeat(20);

/** A page that keeps every invariant until its script runs, 50 ms after it was loaded. It is done 50 ms later, or after what the script has left pending. */
function toDocument(script: string, main = `<h1>A page</h1><p id="text">${words}</p>`): string {
  return `<!doctype html><html lang="en" data-layout="default"><title>A page</title><style>h1 { position: absolute } main { padding-top: 80px } header { position: absolute; bottom: 0; width: 300px; height: 60px } header > * { position: absolute } header a { left: 100px } @media print { main { padding: 0 } }</style><body>
<header id="header"><button id="opener" type="button">Open</button><a href="#text">Text</a></header>
<main id="content">${main}</main><div id="announcer" role="status"></div>
<script>
const at = (id) => document.getElementById(id);
const tellNavigation = (title) => dispatchEvent(new CustomEvent("site:route:changed", { detail: { title } }));
addEventListener("load", () => setTimeout(() => { document.documentElement.dataset.screen = "desktop"; tellNavigation("A page"); ${script}; Promise.resolve(window.pending).then(() => setTimeout(() => document.body.dataset.done = "", 50)); }, 50));
</script></body></html>`;
}

const faults: Record<string, { script: string; main?: string; found: RegExp[] }> = {
  "main loses its text": {
    script: `at("text").remove()`,
    found: [/^content, \/, \d+ ms: main has 6 of 1\d+ characters left$/],
  },
  "main loses its heading": {
    script: `document.querySelector("h1").remove()`,
    found: [/^content, .*main has lost its h1$/, /^heading, .*the page has 0 h1$/],
  },
  "a page that is navigated to is empty": {
    script: `document.querySelector("main").innerHTML = "<h1></h1>"; at("announcer").textContent = "Next"; tellNavigation("Next")`,
    found: [/^content, .*main has 0 of 0 characters left$/],
  },
  "a second h1 comes": {
    script: `at("header").append(document.createElement("h1"))`,
    found: [/^heading, .*the page has 2 h1$/],
  },
  "the server sends two h1": {
    script: "",
    main: `<h1>One</h1><h1>Two</h1><p id="text">${words}</p>`,
    found: [/^heading, .*the page has 2 h1$/],
  },
  "an id comes twice": {
    script: `at("header").append(at("text").cloneNode())`,
    found: [/^duplicate id, .*: text in <p id="text">/],
  },
  "something is put above what is read": {
    script: `const block = document.createElement("div"); block.style.height = "200px"; document.querySelector("main").prepend(block)`,
    found: [/^layout shift, .*: 0\.\d+ by .* from 8,.* to 8,/],
  },
  "the focused element is removed": {
    script: `at("opener").focus(); setTimeout(() => at("opener").remove())`,
    found: [/^focus, .*lost to body by <button id="opener"/],
  },
  "the focused element is hidden": {
    script: `at("opener").focus(); setTimeout(() => at("header").hidden = true)`,
    found: [/^focus, .*<button id="opener"/],
  },
  "the focused element is disabled": {
    script: `at("opener").focus(); setTimeout(() => at("opener").disabled = true)`,
    found: [/^focus, .*<button id="opener"/],
  },
  "a page is announced twice": {
    script: `at("announcer").textContent = "Next"; tellNavigation("Next"); setTimeout(() => at("announcer").textContent = "Next")`,
    found: [/^announcement, .*“Next” was said 2 times$/],
  },
  "a page is not announced": { script: `tellNavigation("Next")`, found: [/^announcement, .*“Next” was said 0 times$/] },
  "an error is thrown": {
    script: `setTimeout(() => { throw new Error("late") })`,
    found: [/^uncaught error, .*: late$/],
  },
  "a promise is rejected": { script: `Promise.reject(new Error("unheard"))`, found: [/^uncaught error, .*: unheard$/] },
  "an error is written to the console": {
    script: `console.error("bad luck")`,
    found: [/^console error, .*: bad luck$/],
  },
  "React draws a region anew": {
    script: `console.error(new Error("Minified React error #418; visit https://react.dev/errors/418"))`,
    found: [/^hydration, .*#418/],
  },
  "the content policy refuses something": {
    script: `document.body.append(Object.assign(new Image(), { src: "/refused/picture.png" }))`,
    found: [/^policy report, .*img-src http:\/\/localhost:\d+\/refused\/picture.png/],
  },
  "a request is answered with an error": {
    script: `fetch("/missing?a=1")`,
    found: [/^failed request, .*: 404 GET \/missing\?a=1$/],
  },
  "a request has no answer": {
    script: `fetch("/broken").catch(() => {})`,
    found: [/^failed request, .*: net::ERR_EMPTY_RESPONSE GET \/broken$/],
  },
};

/** A page and the watch of its context, which reports what it found since the last check. */
interface WatchedPage {
  page: Page;
  watch: ContextWatch;
}

let server: Server;
let origin: string;
let browser: Browser;
/** The documents by the header with which a page asks for its own. */
const documents = new Map<string, string>();
const documentHeader = "x-document";

/** How many tests run at the same time: most of each is waiting for what its document does later. */
const pagesAtOnce = 3;

/** Opens a page for each of the tests that run at the same time. @returns gives one of them to a test, when it is free */
function sharePages<T>(openOne: () => Promise<T>): (use: (one: T) => Promise<void>) => Promise<void> {
  const free: T[] = [];
  const waiting: ((one: T) => void)[] = [];
  beforeAll(async () => {
    free.push(...(await Promise.all(Array.from({ length: pagesAtOnce }, openOne))));
  });
  return async (use) => {
    const one = free.pop() ?? (await new Promise<T>((resolve) => waiting.push(resolve)));
    try {
      await use(one);
    } finally {
      const next = waiting.shift();
      if (next) next(one);
      else free.push(one);
    }
  };
}

beforeAll(async () => {
  browser = await launchBrowser({ isShellEnough: true });
  server = createServer((request, response) => {
    // Given up before it is answered.
    if (request.url === "/?slow") return;
    if (request.url === "/broken") request.socket.destroy();
    else if (request.url === restingPath)
      response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *");
    else if (request.url !== "/") response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "text/html", "content-security-policy": "img-src /allowed/" })
        .end(documents.get(String(request.headers[documentHeader])));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://localhost:${typeof address === "object" ? address?.port : ""}/`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** The pages of all tests but those that announce something: what one of them announces holds for as long as its context. */
const withShared = sharePages(openWatched);

async function openWatched(): Promise<WatchedPage> {
  const context = await browser.newContext();
  const watch = await watchContext(context, true);
  return { page: await context.newPage(), watch };
}

/** Opens a document of a page's own. */
async function goTo(page: Page, html: string): Promise<void> {
  const id = String(documents.size);
  documents.set(id, html);
  await page.setExtraHTTPHeaders({ [documentHeader]: id });
  await page.goto(origin);
  await page.locator("body[data-done]").waitFor();
}

/** Opens a document, does what a visitor would, and waits until its script is over. */
async function open({ page }: WatchedPage, script: string, main?: string, act?: () => Promise<void>): Promise<void> {
  await goTo(page, toDocument(script, main));
  await act?.();
}

async function readFaults({ watch }: WatchedPage): Promise<string[]> {
  const error: unknown = await watch.check({ isOver: true }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message.split("\n").slice(1) : [];
}

test.concurrent.each(Object.entries(faults))("it is found, and nothing else, when %s", (_, { script, main, found }) =>
  withShared(async (shared) => {
    await open(shared, script, main);
    expect(await readFaults(shared)).toEqual(found.map((pattern) => expect.stringMatching(pattern)));
  }),
);

test("an announced finding is no fault, and an announced finding that does not happen is one", async () => {
  const announcing = await openWatched();
  const { page, watch } = announcing;
  await open(announcing, `console.error("bad luck")`);
  watch.expects("console error", /^bad luck$/);
  expect(await readFaults(announcing)).toEqual([]);
  await open(announcing, "");
  watch.expects("console error", /^bad luck$/);
  expect(await readFaults(announcing)).toEqual(["console error: announced as /^bad luck$/, and did not happen"]);
  await page.context().close();
});

const harmless: Record<string, { script: string; act?(page: Page): Promise<void> }> = {
  "a page that does nothing": { script: "" },
  "text that is taken out and put back before it is painted": {
    script: `const text = at("text"); text.remove(); Promise.resolve().then(() => document.querySelector("main").append(text))`,
  },
  "a style sheet in main that goes after a navigation": {
    script: `const style = document.createElement("style"); style.textContent = "/*" + "x".repeat(9999) + "*/"; document.querySelector("main").append(style);
      at("announcer").textContent = "Next"; tellNavigation("Next");
      let frames = 4; const wait = () => (frames -= 1) < 0 ? style.remove() : requestAnimationFrame(wait); wait()`,
  },
  "a navigation to a shorter page": {
    script: `at("text").textContent = "Short."; at("announcer").textContent = "Next"; tellNavigation("Next")`,
  },
  "a navigation there, back and there again": {
    script: `for (const title of ["Next", "A page", "Next"]) { at("announcer").textContent = title; tellNavigation(title); }`,
  },
  "a visitor's press on plain text": { script: `at("opener").focus()`, act: (page) => page.locator("#text").click() },
  "a link to the top of the page that goes there": {
    script: `document.body.id = "top"; const link = document.querySelector("a"); link.href = "#top"; link.focus(); link.click(); link.hidden = true`,
  },
  "a blur on purpose": { script: `at("opener").focus(); at("opener").blur(); at("header").className = "changed"` },
  "focus that is handed on before its element goes": {
    script: `at("opener").focus(); document.querySelector("a").focus(); at("opener").remove()`,
  },
  "a request the page gives up": {
    script: `const control = new AbortController(); fetch("/?slow", { signal: control.signal }).catch(() => {}); control.abort()`,
  },
  "what moves while one page takes another's place": {
    script: `at("announcer").textContent = "Next"; tellNavigation("Next"); setTimeout(() => document.querySelector("main").style.paddingTop = "200px", 20)`,
  },
  "a page that is printed": { script: "", act: (page) => page.emulateMedia({ media: "print" }) },
  "a window that is made smaller": { script: "", act: (page) => page.setViewportSize({ width: 390, height: 600 }) },
};

test.concurrent.each(Object.entries(harmless))("no fault: %s", (_, { script, act }) =>
  withShared(async (shared) => {
    const { page } = shared;
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(shared, script, undefined, () => act?.(page) ?? Promise.resolve());
    expect(await readFaults(shared)).toEqual([]);
  }),
);

test("a finding from just before a document was left is reported after", () =>
  withShared(async (shared) => {
    await open(
      shared,
      `at("announcer").textContent = "Next"; tellNavigation("Next"); setTimeout(() => at("announcer").textContent = "Next")`,
      undefined,
      async () => {
        await shared.page.goto("about:blank");
      },
    );
    expect(await readFaults(shared)).toEqual([expect.stringMatching(/^announcement, .*said 2 times$/)]);
  }));

// What a document finds by itself where the driver of the browser reports no errors and requests.
const kept: Record<string, { script: string; found: RegExp[] }> = {
  "main loses its text": { script: `at("text").remove()`, found: [/^content main has 6 of/] },
  "a second h1 comes": {
    script: `at("header").append(document.createElement("h1"))`,
    found: [/^heading the page has 2 h1$/],
  },
  "an id comes twice": { script: `at("header").append(at("text").cloneNode())`, found: [/^duplicate id text in/] },
  "the focused element is removed": {
    script: `at("opener").focus(); setTimeout(() => at("opener").remove())`,
    found: [/^focus lost to body by <button id="opener"/],
  },
  "a page is not announced": { script: `tellNavigation("Next")`, found: [/^announcement “Next” was said 0 times$/] },
  "an error is thrown": { script: `setTimeout(() => { throw new Error("late") })`, found: [/^uncaught error .*late$/] },
  "a promise is rejected": {
    script: `Promise.reject(new Error("unheard"))`,
    found: [/^uncaught error Error: unheard$/],
  },
  "an error is written to the console": {
    script: `console.error("bad luck", 7)`,
    found: [/^console error bad luck 7$/],
  },
  "React draws a region anew": {
    script: `console.error(new Error("Minified React error #418; visit https://react.dev/errors/418"))`,
    found: [/^hydration .*#418/],
  },
  "the content policy refuses something": {
    script: `document.body.append(Object.assign(new Image(), { src: "/refused/picture.png" }))`,
    found: [/^policy report img-src/],
  },
  "a request is answered with an error": {
    script: `window.pending = fetch("/missing?a=1")`,
    found: [/^failed request 404 \/missing\?a=1$/],
  },
  nothing: { script: "", found: [] },
};

const lateSample = [
  "main loses its text",
  "the focused element is removed",
  "an error is thrown",
  "a request is answered with an error",
  "nothing",
];

describe("a document that is left", () => {
  /** One keeps its findings from the start of each document, the other when it is told to. */
  const withKeeping = sharePages(async () => {
    const page = await browser.newPage();
    for (const observer of keepingObservers) await page.addInitScript(observer);
    return page;
  });
  const withTold = sharePages(() => browser.newPage());

  test.concurrent.each(Object.entries(kept))(
    "a document that keeps its findings keeps it when it is left after this: %s",
    (_, { script, found }) =>
      withKeeping(async (keeping) => {
        expect(await readKept(keeping, script)).toEqual(found.map((pattern) => expect.stringMatching(pattern)));
      }),
  );

  // In a sample there is one of what is observed in the document, in its focus, in its errors and in its requests.
  const late = Object.entries(kept).filter(([what]) => inject("extent") === "all" || lateSample.includes(what));
  test.concurrent.each(late)(
    "a document whose watch starts after it loaded keeps it when it is left after this: %s",
    (_, { script, found }) =>
      withTold(async (told) => {
        const kept = await readKept(told, "", async () => {
          for (const observer of keepingObservers) await told.evaluate(observer);
          await told.evaluate(
            `${script}; Promise.resolve(window.pending).then(() => new Promise((done) => setTimeout(done, 100)))`,
          );
        });
        expect(kept).toEqual(found.map((pattern) => expect.stringMatching(pattern)));
      }),
  );
});

/** The findings that a page kept, after its script has run. */
async function readKept(at: Page, script: string, act?: () => Promise<void>): Promise<string[]> {
  await goTo(at, toDocument(script));
  await act?.();
  await at.goto(new URL(restingPath, origin).href);
  const findings = parseKeptFindings(await at.evaluate(takeKeptFindings));
  return findings.map(({ invariant, what }) => `${invariant} ${what}`);
}

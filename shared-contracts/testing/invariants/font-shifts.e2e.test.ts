// A typeface that comes after the first paint moves text. That is left out, whenever it comes; what moves for another reason is not.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { Browser } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "../launch-browser.ts";
import { watchContext } from "./watch-context.ts";

const face = readFileSync(
  // It is the shell that has the typeface.
  createRequire(new URL("../../../shell/package.json", import.meta.url)).resolve(
    "@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2",
  ),
);
const words = "Read the rules before you play, and stop when you want to. ".repeat(20);

/** What the page asks for once it has painted the text in its stand-in, and once the typeface was painted. */
const [askFace, askRest] = ["/send-face", "/send-rest"];

interface Moves {
  /** Scripts that run after the paint in the stand-in, before the typeface is sent, and after it was painted. */
  before?: string;
  after?: string;
}

const toDocument = ({ before = "", after = "" }: Moves): string =>
  `<!doctype html><html lang="en" data-layout="default"><title>A page</title>
<style>@font-face { font-family: Face; src: url("/face.woff2"); font-display: swap }
@font-face { font-family: Inline; src: url("data:font/woff2;base64,${face.toString("base64")}"); font-display: swap } main { font: 20px Face, monospace } h1 { font-size: 60px } div { height: 40px }</style>
<body><main id="content"><h1>A page</h1><p>${words}</p><p id="last">The end.</p></main><div id="announcer" role="status"></div>
<script>
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
painted().then(() => { ${before} }).then(painted).then(painted).then(() => fetch("${askFace}"));
document.fonts.addEventListener("loadingdone", async () => {
  for (let frame = 0; frame < 4; frame += 1) await painted();
  ${after};
  await painted();
  await fetch("${askRest}");
});
</script><script src="/rest.js"></script></body></html>`;

let server: Server;
let browser: Browser;
let origin = "";
let document = "";
/** Responses that wait until the page asks for them. */
const waiting = new Map<string, ServerResponse>();
const send = (path: string, type: string, body: string | Buffer): void => {
  waiting.get(path)?.writeHead(200, { "content-type": type }).end(body);
  waiting.delete(path);
};

beforeAll(async () => {
  browser = await launchBrowser({ isShellEnough: true });
  server = createServer(({ url = "" }, response) => {
    if (url === "/") return void response.writeHead(200, { "content-type": "text/html" }).end(document);
    if (url === "/face.woff2" || url === "/rest.js") return void waiting.set(url, response);
    if (url === askFace) send("/face.woff2", "font/woff2", face);
    if (url === askRest) send("/rest.js", "text/javascript", "document.body.dataset.done = ''");
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://localhost:${typeof address === "object" ? address?.port : ""}/`;
});
beforeEach(() => waiting.clear());
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** The faults of a page whose typeface comes while the document is still read. */
async function readFaults(moves: Moves): Promise<string[]> {
  document = toDocument(moves);
  const context = await browser.newContext();
  const watch = await watchContext(context, true);
  const page = await context.newPage();
  await page.goto(origin);
  await page.locator("body[data-done]").waitFor();
  expect(await page.evaluate(() => [...window.document.fonts].map(({ family, status }) => [family, status]))).toEqual([
    ["Face", "loaded"],
    ["Inline", moves.before?.includes("Inline") ? "loaded" : "unloaded"],
  ]);
  const error: unknown = await watch.check({ isOver: true }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await context.close();
  return error instanceof Error ? error.message.split("\n").slice(1) : [];
}

const movesAll = `document.getElementById("content").style.paddingTop = "300px"`;

test("text that moves because its typeface came while the document was read is no fault", async () => {
  expect(await readFaults({})).toEqual([]);
});

test("text that moves because of a typeface that the document carries is no fault while the file of another one is awaited", async () => {
  expect(await readFaults({ before: `document.querySelector("h1").style.fontFamily = "Inline, monospace"` })).toEqual(
    [],
  );
});

test.each(["before", "after"])("what moves for another reason %s that is found", async (when) => {
  expect(await readFaults({ [when]: movesAll })).toEqual([expect.stringMatching(/^layout shift, .*: 0\.\d+ by /)]);
});

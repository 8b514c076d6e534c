import { hash } from "node:crypto";
import { request as ask } from "node:http";
import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { type Arbitrary, assert, asyncProperty, constantFrom, option, record, tuple } from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { planChannels } from "../../publishing/plan-channels.ts";
import { carryOut } from "../../publishing/promote.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";
import { siteConfigs } from "../../../../sites/sites.ts";

const { bench } = useFixtureApp({ releases: {} });
const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };

/** A server on a port, which counts the requests that reach its routes. */
interface Listening {
  app: FixtureApp;
  port: number;
  countRouted(): number;
}
const listening: Listening[] = [];
let main: Listening;

async function listen(options: Parameters<typeof createFixtureApp>[1]): Promise<Listening> {
  const app = await createFixtureApp(bench(), { edge: "cloudflare", trustedProxies: ["127.0.0.1"], ...options });
  let routed = 0;
  app.server.addHook("onRequest", async () => void (routed += 1));
  await app.live.refresh();
  const address = await app.server.listen({ port: 0, host: "127.0.0.1" });
  const started = { app, port: Number(new URL(address).port), countRouted: () => routed };
  listening.push(started);
  return started;
}

beforeAll(async () => {
  main = await listen({});
});
afterAll(async () => {
  for (const { app } of listening) await app.close();
});

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
}
interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** What depends on the connection or the moment. */
const unsteady = new Set(["date", "connection", "keep-alive", "x-ratelimit-remaining", "x-ratelimit-reset"]);
const toSteady = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (unsteady.has(name) ? [] : [[name, String(value)]])),
  );

/** Both ways are asked with a host and a browser's name: without them each of the two clients says its own. */
const toSent = (headers: Record<string, string>) => ({ host: "site.example", "user-agent": "Mozilla/5.0", ...headers });

/** Asks over a connection, as visitors do. */
async function askPort({ port }: Listening, { method, url, headers }: Asked): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = ask({ port, host: "127.0.0.1", method, path: url, headers: toSent(headers) });
  sent.on("error", reject).on("response", async (response) => {
    const body = (await buffer(response)).toString("latin1");
    resolve({ status: response.statusCode ?? 0, headers: toSteady(response.headers), body });
  });
  sent.end();
  return promise;
}

/** Asks the routes themselves. */
async function askRoutes({ app }: Listening, { method, url, headers }: Asked): Promise<Answer> {
  const response = await app.server.inject({
    method: method === "HEAD" ? "HEAD" : method === "POST" ? "POST" : "GET",
    url,
    headers: toSent(headers),
    remoteAddress: "127.0.0.1",
  });
  return {
    status: response.statusCode,
    headers: toSteady(response.headers),
    body: response.rawPayload.toString("latin1"),
  };
}

const get = (url: string, headers: Record<string, string> = {}): Asked => ({ method: "GET", url, headers });

const header = (name: string, values: readonly string[]) =>
  option(constantFrom(...values), { nil: undefined }).map((value) => (value === undefined ? {} : { [name]: value }));

const usualPaths = ["/", "/about-us/", "/privacy-policy/", "/download/"];
const otherTargets = [
  "/about-us",
  "/About-us/",
  "/nowhere/",
  "/%zz",
  "//",
  "/en/about-us/",
  "/about-us/?clean",
  "/?utm_source=a",
  "/?embedded=1",
  "/about-us/_payload.json",
  "http://other.example/about-us/",
  "/healthz",
  "/-/console",
  "/region/GGPCA",
  "/network/x/",
  "/constructor/",
];

const asked: Arbitrary<Asked> = record({
  method: constantFrom("GET", "GET", "GET", "GET", "HEAD", "POST"),
  url: constantFrom(...usualPaths, ...otherTargets),
  headers: tuple(
    header("accept-encoding", ["br", "gzip, br", "gzip", "zstd", "identity", "br;q=0", "*", ""]),
    header("cookie", [
      "a=1",
      "bucket=5",
      "bucket=95",
      "locale=pt-br",
      "__Host-session=x",
      "__Host-override=x",
      "__Host-break=x",
      "b=__Host-session",
    ]),
    header("cf-ipcountry", ["PH", "AU", "US", "CA", "KP", "XX", "T1", "ph"]),
    header("site-variant", ["none", "warning", "blocked", "denied", "none.canary", "everything"]),
    header("x-forwarded-for", ["198.51.100.7", "203.0.113.9, 127.0.0.1", "nonsense", ""]),
    header("host", ["console.example", "CONSOLE.example", "console.example:8080", "not-console.example"]),
    header("x-forwarded-host", ["console.example", "other.example"]),
    header("if-none-match", ["*", 'W/"x"']),
    header("user-agent", ["Mozilla/5.0 Chrome/140.0.0.0", "Googlebot/2.1"]),
    header("sec-purpose", ["prefetch"]),
  ).map((some) => Object.assign({}, ...some)),
});

/** A difference in bytes is told by a hash: pages are long. */
const toShort = ({ body, ...rest }: Answer) => ({ ...rest, body: hash("sha256", body) });

/** Checks that a page answered around the routes is the one answered through them, for requests made at random. */
async function expectEqual(server: Listening): Promise<void> {
  await assert(
    asyncProperty(asked, async (one) => {
      const around = toShort(await askPort(server, one));
      const through = toShort(await askRoutes(server, one));
      // A server compresses its pages once more in the background. If that happened in between, it is the next answer that is the same.
      const isSame = isDeepStrictEqual(around, through);
      expect(isSame ? around : toShort(await askPort(server, one))).toEqual(through);
    }),
    { numRuns: 150 },
  );
}

async function isRouted(one: Asked): Promise<boolean> {
  const before = main.countRouted();
  await askPort(main, one);
  return main.countRouted() > before;
}

test("the usual request for a page does not reach the routes, and an unusual one does", async () => {
  expect(await isRouted(get("/about-us/", { "accept-encoding": "gzip, deflate, br, zstd" }))).toBe(false);
  expect(await isRouted(get("/", { "accept-encoding": "br", "cf-ipcountry": "AU", cookie: "a=1; bucket=5" }))).toBe(
    false,
  );
  // Plain text may have to be made at the first request for it.
  await askPort(main, get("/about-us/"));
  expect(await isRouted(get("/about-us/", { "site-variant": "none", "cf-ipcountry": "PH" }))).toBe(false);
  for (const unusual of [
    get("/about-us/?a=1"),
    get("/about-us"),
    get("/nowhere/"),
    get("/about-us/", { "if-none-match": "*" }),
    get("/about-us/", { cookie: "__Host-session=x" }),
    get("/about-us/", { cookie: "__Host-override=x" }),
    get("/about-us/", { cookie: "__Host-break=x" }),
    { ...get("/about-us/"), method: "HEAD" },
  ])
    expect(await isRouted(unusual)).toBe(true);
});

test("a page has the same headers and bytes with and without the routes, for any request", async () => {
  await expectEqual(main);
});

test("a page has the same headers and bytes with and without the routes during a canary, and after it has ended", async () => {
  const { version } = await bench().admit("content", { server: toServerSource("the text that is tried") });
  const plan = { kind: "canary-start", changes: { content: version }, percent: 30, first: 90 } as const;
  await carryOut(bench().store, await planChannels(bench().store, plan), note);
  await main.app.live.refresh();
  const read = async (bucket: number) =>
    (await askPort(main, get("/about-us/", { cookie: `bucket=${bucket}` }))).body.includes("the text that is tried");
  expect([await read(95), await read(50)]).toEqual([true, false]);
  await expectEqual(main);
  await carryOut(bench().store, await planChannels(bench().store, { kind: "canary-stop" }), note);
  await main.app.live.refresh();
  expect(await read(95)).toBe(false);
  await expectEqual(main);
});

test("a page has the same headers and bytes with and without the routes on a site with several languages, one in frames, and one without a proxy", async () => {
  await expectEqual(await listen({ site: { ...siteConfigs.GGPBR, localeStrategy: "prefix-except-default" } }));
  await expectEqual(
    await listen({ site: { ...siteConfigs.GGPPH, isNsus: true, embeddingOrigins: ["https://client.example/"] } }),
  );
  await expectEqual(await listen({ edge: "none", trustedProxies: [] }));
});

test("a page has the same headers and bytes with and without the routes where testers sign in, and the console has its own host name", async () => {
  const { access, remove } = openTesterAccess({ consoleHost: "console.example" });
  onTestFinished(remove);
  const console = await listen({ access });
  expect((await askPort(console, get("/about-us/", { host: "console.example" }))).status).toBe(404);
  await expectEqual(console);
});

test("a flip is in the next answer, with the build that browsers report for", async () => {
  const before = await askPort(main, get("/about-us/"));
  await bench().release("content", { server: toServerSource("the newest text") });
  await main.app.live.refresh();
  const after = await askPort(main, get("/about-us/"));
  expect(after.body).toContain("the newest text");
  expect(after.headers["reporting-endpoints"]).not.toBe(before.headers["reporting-endpoints"]);
  // A page that did not change is still of the new build.
  expect(toShort(await askPort(main, get("/privacy-policy/")))).toEqual(
    toShort(await askRoutes(main, get("/privacy-policy/"))),
  );
});

test("a page whose plain text cannot be made is answered with an error, and the server goes on", async () => {
  const failing = await listen({});
  const page = failing.app.live.state()?.pages.values().next().value;
  if (!page) throw new Error("There is no page.");
  const { findPage } = failing.app.live;
  const broken = { ...page, document: { ...page.document, etag: '"of no other page"', size: 1 } };
  failing.app.live.findPage = () => broken;
  expect((await askPort(failing, get("/about-us/", { "accept-encoding": "identity" }))).status).toBe(500);
  failing.app.live.findPage = findPage;
  expect((await askPort(failing, get("/about-us/"))).status).toBe(200);
});

test("a page that cannot be looked up is answered by its route, with an error that operators find", async () => {
  const failing = await listen({});
  failing.app.live.findPage = () => {
    throw new Error("looked up in vain");
  };
  expect((await askPort(failing, get("/about-us/"))).status).toBe(500);
});

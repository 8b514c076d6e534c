import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { openAuditLog } from "../access/audit-log.ts";
import { openSignInCodes } from "../access/sign-in-codes.ts";
import { openTokenList } from "../access/token-list.ts";
import { inertHeaders, testerPolicy } from "../policies/response-headers.ts";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { createComposer } from "../composition/process/composer.ts";
import { openSeal } from "../testers/seal.ts";
import { openEndedIds } from "../testers/ended-ids.ts";
import { openSessions } from "../testers/session.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { toServerSource } from "../testing/fixture-release.ts";
import { codeCache } from "../testing/code-cache.ts";
import { useFixtureApp } from "../testing/use-fixture-app.ts";

const tags = { script: ["https://tags.example"], connect: [], frame: [], style: [], image: [], font: [] };
const felt = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32"/></svg>`;
const onContact = `if (key === "head") return { html: "", readsVisitor: false,
  ...(context.page.path === "/contact/" && { headFragment: { vendors: ["analytics"], settings: {} } }) };`;

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
writeFileSync(join(accessDir, "root.json"), "{}");
const openLog = openFileLogs(accessDir);
afterAll(() => rm(accessDir, { recursive: true, force: true }));

const { app, bench } = useFixtureApp({
  releases: {
    shell: { files: { "browser/images/icon.1a2b3c4d.svg": felt } },
    content: {
      files: {
        "browser/images/felt.1a2b3c4d.svg": felt,
        "browser/images/broken.0badcafe.svg": `<svg xmlns="http://www.w3.org/2000/svg"></svg>`,
      },
    },
    compliance: {
      server: toServerSource("compliance", onContact),
      files: { "browser/head.js": "globalThis.head = 1;" },
      document: { head: { script: "browser/head.js", vendors: ["analytics"] } },
    },
  },
  site: { ...siteConfigs.GGPPH, vendorHosts: { analytics: tags }, embeddingOrigins: ["https://client.example/"] },
  edge: "cloudflare",
  trustedProxies: ["127.0.0.1"],
  access: {
    tokens: openTokenList(openLog("tokens")),
    audit: openAuditLog(openLog("audit")),
    trustDir: accessDir,
    publishing: undefined,
    testers: {
      sessions: openSessions({
        seal: openSeal(accessDir),
        codes: openSignInCodes(openLog("codes")),
        tokens: openTokenList(openLog("tokens")),
        ended: openEndedIds(openLog("sessions")),
      }),
      createComposer: () => createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache }),
    },
  },
});

let starting: FixtureApp;
const ports = { site: 0, metrics: 0, starting: 0 };
const listen = async ({ server }: Pick<FixtureApp, "server">): Promise<number> =>
  Number(new URL(await server.listen({ port: 0, host: "127.0.0.1" })).port);

beforeAll(async () => {
  app().server.get("/api/fault", () => Promise.reject(new Error("secret of the machine")));
  app().server.get("/fault", () => Promise.reject(new Error("secret of the machine")));
  starting = await createFixtureApp(bench());
  ports.site = await listen(app());
  ports.metrics = await listen({ server: app().metricsServer });
  ports.starting = await listen(starting);
});
afterAll(() => starting?.close());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Ask {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  port?: keyof typeof ports;
  /** How often it is asked; the last answer counts. */
  times?: number;
}

function askOnce({ path, method = "GET", headers = {}, body, port = "site" }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: ports[port], path: fill(path), method, headers: { connection: "close", ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Writes bytes that no client library sends, and reads the answer. */
function askRaw(bytes: string): Promise<Answer> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(ports.site, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const [first = "", ...lines] = (text.split("\r\n\r\n")[0] ?? "").split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(": ")[0]?.toLowerCase(), line.replace(/^.*?: /, "")]),
      );
      resolve({ status: Number(first.split(" ")[1]), headers, body: text.split("\r\n\r\n")[1] ?? "" });
    });
  });
}

const fill = (path: string): string =>
  path.replace("{content}", app().live.state()?.set.versions["content"] ?? "").replace("{slot}", findSlot());

function findSlot(): string {
  return [...(app().live.state()?.pages.values() ?? [])].find(({ status }) => status === 200)?.slots[0] ?? "none";
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const beacon = `{"channel":"none","releases":["content@1.0.0-000000000000"],"problems":[],"vitals":[]}`;
const reports = { "content-type": "application/reports+json" };
const from = (country: string) => ({ "cf-ipcountry": country });

type Policy = "strict" | "vendor" | "inert" | "tester";
interface Kind {
  ask: Ask | string;
  status: number;
  policy: Policy;
  /** What `Cache-Control` is, or begins with. */
  cache: RegExp;
  /** Headers that differ from those of every response. */
  differs?: Record<string, string | undefined>;
}

const never = /^(private, )?no-store$/;
const always = /^(public|private), max-age=31536000, immutable$/;
const page = /^private, no-cache$/;
const hour = /^public, max-age=\d+$/;
const inert = (ask: Ask | string, status: number, cache: Kind["cache"] = never): Kind => ({
  ask,
  status,
  policy: "inert",
  cache,
});

const tester = (ask: Ask, status: number): Kind => ({
  ask,
  status,
  policy: "tester",
  cache: never,
  differs: { "referrer-policy": "same-origin" },
});

/** A page for a proxy that asked for the visitor's variant before. */
const shared: Ask = { path: "/about-us/", headers: { ...from("PH"), "site-variant": "none" } };

const kinds: Record<string, Kind> = {
  "a page": { ask: { path: "/about-us/" }, status: 200, policy: "strict", cache: page },
  "a page in brotli": {
    ask: { path: "/about-us/", headers: { "accept-encoding": "br" } },
    status: 200,
    policy: "strict",
    cache: page,
  },
  "a page to HEAD": { ask: { path: "/about-us/", method: "HEAD" }, status: 200, policy: "strict", cache: page },
  "a page with a vendor": { ask: { path: "/contact/" }, status: 200, policy: "vendor", cache: page },
  "a page with a vendor that is kept out": {
    ask: { path: "/contact/?clean" },
    status: 200,
    policy: "strict",
    cache: page,
  },
  "a page in a client's frame": {
    ask: { path: "/about-us/?embedded=1" },
    status: 200,
    policy: "strict",
    cache: page,
    differs: { "x-frame-options": undefined },
  },
  "a page that has not changed": {
    ask: { path: "/about-us/", headers: { "if-none-match": "*" } },
    status: 304,
    policy: "strict",
    cache: page,
  },
  "an unknown page": { ask: { path: "/nowhere/" }, status: 404, policy: "strict", cache: never },
  "metrics, which are on another port": { ask: { path: "/metrics" }, status: 404, policy: "strict", cache: never },
  "a path that cannot be decoded": { ask: { path: "/%zz" }, status: 404, policy: "strict", cache: never },
  "a page that failed": { ask: { path: "/fault" }, status: 500, policy: "strict", cache: never },
  "a page before the first set": inert({ path: "/", port: "starting" }, 503),
  "a redirect to the canonical path": inert({ path: "/about-us" }, 301, /^no-cache$/),
  "a redirect to an installer": inert({ path: "/download/installer/windows", headers: from("PH") }, 302),
  "a payload": inert({ path: "/about-us/_payload.json" }, 200, page),
  "a payload that has not changed": inert(
    { path: "/about-us/_payload.json", headers: { "if-none-match": "*" } },
    304,
    page,
  ),
  "a payload before the first set": inert({ path: "/about-us/_payload.json", port: "starting" }, 503),
  "a payload of no page": inert({ path: "/nowhere/_payload.json" }, 404),
  "an island": inert({ path: "/__nuxt_island/{slot}.json" }, 200, always),
  "an unknown island": inert({ path: "/__nuxt_island/x.json" }, 404),
  "an answer of the API": inert({ path: "/api/navigations" }, 200, /^no-cache$/),
  "a refused query of the API": inert({ path: "/api/download-url" }, 400),
  "an address the API lacks": inert({ path: "/api/nothing" }, 404),
  "a method the API lacks": inert({ path: "/api/navigations", method: "PUT" }, 405),
  "an endpoint that failed": inert({ path: "/api/fault" }, 500),
  "a visitor": inert({ path: "/api/visitor" }, 200),
  "a device": inert({ path: "/api/device" }, 200),
  icons: inert({ path: "/api/icons/site.json?icons=shield" }, 200, hour),
  "the API, asked too often": inert(
    { path: "/api/brand-ambassador", headers: { "x-forwarded-for": "203.0.113.250" }, times: 1201 },
    429,
  ),
  "a file of a release": inert({ path: "/_release/content/{content}/remoteEntry.js" }, 200, always),
  "a file of a release that has not changed": inert(
    { path: "/_release/content/{content}/remoteEntry.js", headers: { "if-none-match": "*" } },
    304,
    always,
  ),
  "an unknown file of a release": {
    ask: { path: "/_release/content/1.0.0-000000000000/x.js" },
    status: 404,
    policy: "strict",
    cache: never,
  },
  "an asset": inert({ path: "/assets/favicon.svg" }, 200, hour),
  "an unknown asset": { ask: { path: "/assets/none.svg" }, status: 404, policy: "strict", cache: never },
  "an image": {
    ...inert({ path: "/_image/content/felt.1a2b3c4d/160@1.webp" }, 200, always),
    differs: { "cross-origin-resource-policy": "cross-origin" },
  },
  "the icon's usual address": inert({ path: "/favicon.ico" }, 302, hour),
  "an icon in pixels": {
    ...inert({ path: "/_image/shell/icon.1a2b3c4d/180.png" }, 200, always),
    differs: { "cross-origin-resource-policy": "cross-origin" },
  },
  "an image of a size that is not drawn": inert({ path: "/_image/content/felt.1a2b3c4d/161@1.webp" }, 400),
  "an image that cannot be drawn": inert({ path: "/_image/content/broken.0badcafe/160@1.webp" }, 503),
  "an unknown image": inert({ path: "/_image/content/none.1a2b3c4d/160@1.webp" }, 404),
  "a code for phones": inert({ path: "/download/qr/en.svg" }, 200, hour),
  "the newest build": inert({ path: "/builds/latest.json" }, 200),
  "an unknown build": inert({ path: "/builds/meta/x.json" }, 404),
  "the sitemap": inert({ path: "/sitemap.xml" }, 200, hour),
  "robots.txt": inert({ path: "/robots.txt" }, 200, hour),
  "the web manifest": inert({ path: "/site.webmanifest" }, 200, hour),
  "security.txt": inert({ path: "/.well-known/security.txt" }, 200, hour),
  health: inert({ path: "/healthz" }, 200),
  readiness: inert({ path: "/readyz" }, 200),
  "readiness before the first set": inert({ path: "/readyz", port: "starting" }, 503),
  metrics: inert({ path: "/metrics", port: "metrics" }, 200),
  "an unknown address beside metrics": inert({ path: "/", port: "metrics" }, 404),
  "releases without a token": inert({ path: "/-/releases/content" }, 401),
  "an upload without a token": inert({ path: "/-/releases/content", method: "PUT" }, 401),
  "a report": inert(
    {
      path: "/-/reports/x",
      method: "POST",
      headers: reports,
      body: `[{"type":"integrity-violation","body":{"blockedURL":""}}]`,
    },
    204,
  ),
  "a report that is none": inert({ path: "/-/reports/x", method: "POST", headers: reports, body: "{" }, 400),
  "a report that is too large": inert(
    { path: "/-/reports/x", method: "POST", headers: reports, body: "x".repeat(20_000) },
    413,
  ),
  "a report of another type": inert({ path: "/-/reports/x", method: "POST", headers: json, body: "[]" }, 415),
  "too many reports": inert(
    {
      path: "/-/reports/x",
      method: "POST",
      headers: { ...reports, "x-forwarded-for": "198.51.100.250" },
      body: "{",
      times: 61,
    },
    429,
  ),
  "the sign-in of testers": tester({ path: "/-/sign-in?to=/" }, 200),
  "a sign-in without a token": tester(
    { path: "/-/sign-in", method: "POST", headers: { ...form, "sec-fetch-site": "same-origin" }, body: "to=/" },
    401,
  ),
  "a sign-in from another site": tester(
    { path: "/-/sign-in", method: "POST", headers: { ...form, "sec-fetch-site": "cross-site" }, body: "to=/" },
    403,
  ),
  "a link of a tester without a session": inert({ path: "/-/override?preview=x" }, 303),
  "the style sheet of testers": inert({ path: "/-/testers.css" }, 200, /^private, max-age=300$/),
  "the console without a session": inert({ path: "/-/console" }, 303),
  "an action of the console from another site": tester(
    {
      path: "/-/console/prepare",
      method: "POST",
      headers: { ...form, "sec-fetch-site": "cross-site" },
      body: "kind=freeze",
    },
    403,
  ),
  "the style sheet of the console": inert({ path: "/-/console.css" }, 200, /^private, max-age=300$/),
  "a beacon": inert({ path: "/-/beacon", method: "POST", headers: json, body: beacon }, 204),
  "a beacon that is none": inert({ path: "/-/beacon", method: "POST", headers: json, body: "{" }, 400),
  "a beacon that is too large": inert(
    { path: "/-/beacon", method: "POST", headers: json, body: "x".repeat(1025) },
    413,
  ),
  "a beacon of another type": inert({ path: "/-/beacon", method: "POST", headers: reports, body: "[]" }, 415),
  "too many beacons": inert(
    {
      path: "/-/beacon",
      method: "POST",
      headers: { ...json, "x-forwarded-for": "198.51.100.250" },
      body: "{",
      times: 61,
    },
    429,
  ),
  "a method that pages lack": inert({ path: "/", method: "DELETE" }, 405),
  "a body that is too large": inert({ path: "/", method: "POST", headers: json, body: "x".repeat(20_000) }, 413),
  "a body that is no JSON": inert({ path: "/", method: "POST", headers: json, body: "{" }, 400),
  "a body of an unknown type": inert(
    { path: "/", method: "POST", headers: { "content-type": "text/strange" }, body: "{" },
    405,
  ),
  "a request with two hosts": inert("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400),
  "a request that cannot be read": inert("NONSENSE\r\n\r\n", 400),
  "headers that are too large": inert(`GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431),
  "an unknown expectation": inert("GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n", 417),
};

describe("G5 the headers of", () => {
  test.each(Object.entries(kinds))(
    "%s",
    { timeout: 30_000 },
    async (_what, { ask, status, policy, cache, differs }) => {
      let answer = typeof ask === "string" ? await askRaw(ask) : await askOnce(ask);
      for (let more = typeof ask === "string" ? 1 : (ask.times ?? 1); more > 1; more -= 1)
        answer = await askOnce(typeof ask === "string" ? { path: "/" } : ask);
      const { headers, body } = answer;
      expect(answer.status).toBe(status);
      const { "content-security-policy": inertPolicy, ...common } = inertHeaders;
      for (const [name, value] of Object.entries({ ...common, ...differs }))
        expect.soft(headers[name], name).toBe(value);
      const content = String(headers["content-security-policy"]);
      if (policy === "inert") expect.soft(content).toBe(inertPolicy);
      else if (policy === "tester") expect.soft(content).toBe(testerPolicy["content-security-policy"]);
      else expect.soft(content).toMatch(/^default-src 'none'; script-src 'sha256-[^']+' 'strict-dynamic'/);
      expect.soft(content.includes("require-trusted-types-for 'script'")).toBe(policy === "strict");
      expect
        .soft(headers["integrity-policy"])
        .toBe(policy === "strict" ? "blocked-destinations=(script), endpoints=(r)" : undefined);
      expect.soft(headers["content-security-policy-report-only"] !== undefined).toBe(policy === "vendor");
      expect.soft(headers["integrity-policy-report-only"] !== undefined).toBe(policy === "vendor");
      expect.soft(headers["reporting-endpoints"] !== undefined).toBe(policy === "strict" || policy === "vendor");
      expect.soft(content).not.toMatch(/unsafe|\*|data:|blob:/);
      expect.soft(headers["cache-control"]).toMatch(cache);
      if (body !== "")
        expect
          .soft(headers["content-type"], "content-type")
          .toMatch(/^[a-z]+\/[a-z+-]+(; charset=utf-8|; version=.*)?$/);
      for (const name of ["server", "x-powered-by", "set-cookie", "access-control-allow-origin"])
        expect.soft(headers[name], name).toBeUndefined();
      expect(body).not.toContain("secret of the machine");
    },
  );
});

describe("a cookie of an override that is no longer valid", () => {
  const cookie = "__Host-override=x";

  test("is removed by a page that no cache keeps", async () => {
    const { headers } = await askOnce({ path: "/about-us/", headers: { cookie } });
    expect(headers["set-cookie"]).toEqual([expect.stringMatching(/^__Host-override=; .*Max-Age=0/)]);
  });

  test("is left as it is by every answer that a cache may keep", async () => {
    const asks = Object.entries(kinds).flatMap(([what, { ask }]) =>
      typeof ask === "string" || ask.port || ask.times ? [] : [[what, ask] as const],
    );
    const kept = new Map<string, IncomingHttpHeaders["set-cookie"]>();
    for (const [what, ask] of [...asks, ["a page that caches may share", shared] as const]) {
      const { headers } = await askOnce({ ...ask, headers: { ...ask.headers, cookie } });
      if (!/no-store|^private, no-cache/.test(headers["cache-control"] ?? "")) kept.set(what, headers["set-cookie"]);
    }
    expect([...kept.keys()]).toEqual(
      expect.arrayContaining([
        "a file of a release",
        "an image",
        "an asset",
        "the icon's usual address",
        "an icon in pixels",
        "a code for phones",
        "an island",
        "an answer of the API",
        "icons",
        "the sitemap",
        "robots.txt",
        "the web manifest",
        "security.txt",
        "a page that caches may share",
      ]),
    );
    expect([...kept].filter(([, set]) => set !== undefined)).toEqual([]);
  });
});

test("the headers of a page without vendors take at most 1,200 bytes: they are in a connection's first flight, with its first viewport", async () => {
  const asked = "GET /about-us/ HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n";
  const { headers } = await askRaw(asked);
  const size = Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
  expect(size).toBeLessThanOrEqual(1200);
});

import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { openAuditLog } from "../../access/audit-log.ts";
import { openSignInCodes } from "../../access/sign-in-codes.ts";
import { openTokenList } from "../../access/token-list.ts";
import { createComposer } from "../../composition/process/composer.ts";
import { openFileLogs } from "../../releases/storage/file-channel-log.ts";
import { openSeal } from "../../testers/seal.ts";
import { openEndedIds } from "../../testers/ended-ids.ts";
import { openSessions } from "../../testers/session.ts";
import { codeCache } from "../../testing/code-cache.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const felt = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32"/></svg>`;
const site = siteConfigs.GGPBR;
const accessDir = mkdtempSync(join(tmpdir(), "access-"));
const openLog = openFileLogs(accessDir);
const tokens = openTokenList(openLog("tokens"));
afterAll(() => rm(accessDir, { recursive: true, force: true }));
const { app } = useFixtureApp({
  releases: { content: { files: { "browser/images/felt.1a2b3c4d.svg": felt } } },
  site,
  edge: "cloudflare",
  trustedProxies: ["127.0.0.1"],
  access: {
    tokens,
    audit: openAuditLog(openLog("audit")),
    trustDir: accessDir,
    publishing: undefined,
    testers: {
      sessions: openSessions({
        seal: openSeal(accessDir),
        tokens,
        codes: openSignInCodes(openLog("codes")),
        ended: openEndedIds(openLog("sessions")),
      }),
      createComposer: () => createComposer({ site, workAhead: false, codeCache }),
    },
  },
});

let port = 0;
beforeAll(async () => {
  port = Number(new URL(await app().server.listen({ port: 0, host: "127.0.0.1" })).port);
});

/** Set `FC_SEED` to see a failure again. */
const seed = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const markup = `<img src=x onerror=alert(1)>`;
const atoms = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }).map(encodeURIComponent) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "..",
      "%2e%2e",
      "..%2f",
      "..%5c",
      "%00",
      "%0d%0aSet-Cookie:%20a=b",
      "%",
      "%zz",
      "%ff",
      "%c0%af",
      "\\",
      "",
      ".",
      "__proto__",
      "constructor",
      "toString",
      "undefined",
      "null",
      "NaN",
      "-1",
      "1e999",
      "{{7*7}}",
      "${7*7}",
      ";",

      markup,
      encodeURIComponent(markup),
      `"onmouseover="alert(1)`,
      "javascript:alert(1)",
      "//evil.example",
      "evil.example",

      "https://evil.example/",
      "%2f%2fevil.example",
      "@evil.example",
      "a".repeat(3000),
      "%41".repeat(900),
      "é",
      "\u2028",

      "en",
      "pt-br",
      "content",
      "shell",
      "windows",
      "ios",
      "felt.1a2b3c4d",
      "160@1.webp",
      "remoteEntry.js",
      "site.json",
    ),
  },
);

/** Where the server has something, and where it has nothing. */
const places = fc.constantFrom(
  "/",
  "/en/",
  "/pt-br/",
  "/about-us/",
  "/ggteam/",
  "/_release/",
  "/_release/content/",
  "/assets/",
  "/_image/",
  "/_image/content/",

  "/api/",
  "/api/navigations",
  "/api/download-url",
  "/api/icons/",
  "/api/visitor",
  "/api/device",
  "/download/installer/",

  "/download/qr/",
  "/builds/meta/",
  "/builds/latest.json",
  "/__nuxt_island/",
  "/-/releases/",
  "/-/reports/",
  "/-/beacon",
  "/-/live",
  "/-/sign-in",
  "/-/sign-out",
  "/-/override",
  "/-/override/end",
  "/-/testers.css",
  "/-/overlay/",
  "/-/overlay/releases",
  "/-/break",
  "/-/break/end",
  "/-/console",
  "/-/console/history",
  "/-/console/releases/",
  "/-/console/difference",
  "/-/console/prepare",
  "/-/console/done",
  "/-/console.css",

  "/network/",
  "/healthz",
  "/readyz",
  "/sitemap.xml",
  "/robots.txt",
  "/.well-known/security.txt",
  "/site.webmanifest",
  "//",
  "/\\",
);

const path = fc.tuple(places, fc.array(atoms, { maxLength: 4 })).map(([place, rest]) => `${place}${rest.join("/")}`);
const queryName = fc.oneof(
  fc.constantFrom(
    "clean",
    "embedded",
    "closeRM",
    "brandAlias",
    "platform",
    "country",
    "icons",
    "next",
    "lang",
    "whole",
    "with",
    "preview",
    "at",
    "to",
    "from",
    "page",
    "kind",
    "after",
    "until",
    "__proto__",
    "a[]",
    "a[b]",
  ),
  atoms,
);
const query = fc
  .array(fc.tuple(queryName, atoms), { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`));

const headerName = fc.constantFrom(
  "accept",
  "accept-encoding",
  "accept-language",
  "if-none-match",
  "cookie",
  "user-agent",
  "referer",
  "range",
  "origin",
  "expect",

  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "forwarded",
  "cf-ipcountry",
  "cf-region-code",
  "site-variant",

  "authorization",
  "content-type",
  "sec-fetch-site",
  "content-encoding",
  "sec-ch-ua-platform",
  "sec-ch-ua-mobile",
  "upgrade",
  "purpose",
  "if-range",
);
const headerValue = fc.oneof(
  atoms,
  fc.constantFrom(
    "*",
    '"a", W/"b"',
    "br;q=nan, __proto__",
    "gzip, br, zstd",
    "bytes=0-0,-1",
    "closeRM=1; locale=../..; __proto__=1",
    `__Host-session=e30.${"A".repeat(43)}; __Host-override=e30.${"A".repeat(43)}`,
    "__Host-override=",
    "same-origin",
    "websocket",
  ),
  fc.constantFrom(
    "application/json",
    "application/reports+json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data",
    "999.999.999.999",
    "::1",
    "PH",
    "US",
  ),
);
const body = fc.oneof(
  fc.constant(""),
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '{"__proto__":{"polluted":1}}',
    "[".repeat(8000),
    `[{"type":"csp-violation","body":${"1".repeat(400)}}]`,
    "\u0000",
    markup,
    `token=${"a".repeat(300)}&to=//evil.example`,
    "with=__proto__@1.0.0-0123456789ab&at=&preview=",
  ),
  fc.string({ unit: "binary-ascii", maxLength: 64 }),
);

interface Hostile {
  method: string;
  target: string;
  headers: [string, string][];
  body: string;
}
const hostile: fc.Arbitrary<Hostile> = fc.record({
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constant("GET") },
    fc.constantFrom("HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"),
  ),
  target: fc.tuple(path, query).map((parts) => parts.join("")),
  headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }),
  body,
});

/** Requests that are sent each time. One that fails is added here. */
const examples: Record<string, Hostile> = {
  "a forwarded address that is none": {
    method: "GET",
    target: "/en/",
    headers: [["x-forwarded-for", "not-an-address"]],
    body: "",
  },
  "a header of every object": {
    method: "GET",
    target: "/api/icons/site.json?icons=constructor",
    headers: [],
    body: "",
  },
  "a target with two slashes": { method: "GET", target: "//evil.example/%2e%2e", headers: [], body: "" },
};

interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Without what would end a line. */
const line = (value: string): string => value.replaceAll(/[\r\n]/g, "");

/** Sends the request as it is, but for what would make it two. Undefined when the server closed without an answer. */
function send({ method, target, headers, body: text }: Hostile): Promise<Answer | undefined> {
  const bytes = [
    `${method} ${line(target).replaceAll(" ", "+")} HTTP/1.1`,
    "host: localhost",
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${line(value)}`),
    ...(text === "" ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
    "",
    text,
  ].join("\r\n");
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received === "" ? undefined : parseAnswer(received)));
  });
}

function parseAnswer(received: string): Answer {
  const cut = received.indexOf("\r\n\r\n");
  const [first = "", ...lines] = received.slice(0, cut).split("\r\n");
  const headers = new Map(lines.map((one) => [one.split(":")[0]?.toLowerCase() ?? "", one.replace(/^.*?: ?/, "")]));
  return { status: Number(first.split(" ")[1]), headers, body: received.slice(cut + 4) };
}

/** The hosts that the site's configuration sends visitors to. */
const ownHosts = new Set(
  [...JSON.stringify(site).matchAll(/https:\/\/([^/"]+)/g)]
    .map(([, host]) => host)
    .concat("localhost", ...site.downloads.linkHosts),
);

/** What is wrong with an answer to a hostile request. */
function listHarms({ target }: Hostile, { status, headers, body: text }: Answer): string[] {
  const location = headers.get("location");
  const isHtml = headers.get("content-type")?.startsWith("text/html") === true;
  const isLate = status === 503 && headers.has("retry-after") && target.includes("/_image/");
  const cookie = headers.get("set-cookie");
  const harms: [string, boolean][] = [
    [`status ${status}`, !(status >= 200 && status < 500) && !isLate],
    [`a redirect to ${location}`, location !== undefined && !ownHosts.has(new URL(location, "http://localhost").host)],
    [
      `a cookie ${cookie}`,
      cookie !== undefined &&
        !/^[a-z_-]+=[a-z-]*(; (Path=\/|SameSite=Lax|Secure|HttpOnly|Max-Age=\d+))*$/i.test(cookie),
    ],
    ["markup of the request", isHtml && text.includes("<img src=x onerror")],
    ["an attribute of the request", isHtml && /<[^>]*[^=\]]"onmouseover=/.test(text)],
    ["a host of the request", isHtml && /(?:href|src|action|content)="(?:https?:)?[/\\]{2}evil\.example/.test(text)],
    ["something of the machine", /root:.*:0:0|PRIVATE KEY|node_modules|\bat .*\.ts:\d+|"stack"/.test(text)],
    ["no policy", !headers.has("content-security-policy") || headers.get("x-content-type-options") !== "nosniff"],
  ];
  return harms.filter(([, found]) => found).map(([name]) => name);
}

describe("G8 a hostile request", () => {
  test("is never answered with a fault, a reflection, a leak or a foreign redirect", { timeout: 120_000 }, async () => {
    console.log(`FC_SEED=${seed}`);
    await fc.assert(
      fc.asyncProperty(hostile, async (request) => {
        const answer = await send(request);
        expect(answer ? listHarms(request, answer) : []).toEqual([]);
      }),
      { seed, numRuns: 600, endOnFailure: true, examples: Object.values(examples).map((one) => [one]) },
    );
    expect((await send({ method: "GET", target: "/healthz", headers: [], body: "" }))?.status).toBe(200);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

/** Bytes of the heap that are in use. */
function readHeap(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}

/** Addresses with a part that the client chooses, each of which some cache might be keyed by. */
const templates = [
  "/{}",
  "/en/{}/",
  "/?{}=1",
  "/en/?q={}",
  "/api/icons/site.json?icons={}",
  "/api/download-url?brandAlias={}&platform=ios&country=PH",
  "/_release/content/{}/x.js",
  "/_release/content/1.0.0-{12}/x.js",
  "/_image/content/felt.{}/160@1.webp",
  "/_image/content/felt.{8}/160@1.webp",
  "/__nuxt_island/{}.json",
  "/builds/meta/{12}.json",
  "/-/reports/{}",
  "/download/installer/{}",
  "/assets/{}",
];

/** Asks for one address after the other, each as another client. */
async function flood(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const target = (templates[index % templates.length] ?? "/")
      .replace(/\{(\d+)\}/, (_all, digits: string) => index.toString(16).padStart(Number(digits), "0"))
      .replace("{}", `${index}${"x".repeat(4000)}`);
    const isReport = target.startsWith("/-/reports/");
    await send({
      target,
      method: isReport ? "POST" : "GET",
      headers: [
        ["x-forwarded-for", `10.${index % 250}.${Math.floor(index / 250)}.1`],
        ["user-agent", `${index}${"y".repeat(4000)}`],
        ["content-type", "application/reports+json"],
      ],
      body: isReport ? `[{"type":"integrity-violation","body":{"blockedURL":"${index}"}}]` : "",
    });
  }
}

test(
  "G9 fifteen hundred addresses that differ, of four kilobytes each, leave at most three megabytes behind",
  { timeout: 120_000 },
  async () => {
    await flood(0, 300);
    const before = readHeap();
    await flood(300, 1800);
    // What one of these caches kept of each request, if it had no bound, would be twelve megabytes of addresses and agents.
    expect((readHeap() - before) / 2 ** 20, "megabytes more").toBeLessThan(3);
  },
);

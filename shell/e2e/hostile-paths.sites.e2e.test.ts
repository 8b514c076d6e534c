import { beforeAll, describe, expect, test } from "vitest";
import { type RawAnswer, sendRaw, toRequest } from "./harness/raw-request.ts";
import { startSite } from "./harness/start-site.ts";
import { useOwnSite } from "./harness/use-site.ts";
import { listSitesInTurn } from "./harness/describe-sites.ts";

const markup = "<script>alert(1)</script>";

/** Targets as they stand in the request line. */
const targets = [
  "/../../etc/passwd",
  "/..%2f..%2fetc%2fpasswd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/..%5c..%5cwindows",
  "/....//....//etc/passwd",
  "/%252e%252e/etc/passwd",
  "//evil.example",
  "//evil.example/",
  "//evil.example/about-us",
  "///evil.example/%2e%2e",
  "/\\evil.example",
  "/\\evil.example/about-us",
  "/%5cevil.example",
  "/%2f%2fevil.example/",
  "/%2fevil.example/about-us",
  "/en//evil.example",
  "/en/\\evil.example",
  "/en/%2f%2fevil.example",
  "/en//evil.example/about-us",
  "/about-us?next=//evil.example",
  "/en?//evil.example",
  "http://evil.example/",
  "http://evil.example/about-us",
  "/%00",
  "/about-us%00/",
  "/about-us/%00",
  "/%",
  "/%zz",
  "/%ff",
  "/%c0%af",
  "/%e2%80%a8",
  "/about-us/%",
  "/about-us%0d%0aSet-Cookie:%20a=b",
  "/about-us%0aLocation:%20//evil.example",
  `/${"a".repeat(8000)}`,
  `/${"a/".repeat(3000)}`,
  `/${"%41".repeat(2500)}`,
  `/about-us/?${"q=1&".repeat(2000)}`,
  "/_release/shell/../../",
  "/_release/shell/../../release.sig",
  "/_release/shell/..%2f..%2frelease.json",
  "/_release/shell//release.json",
  "/_release/navigation/1.0.0-000000000000/remoteEntry.js",
  "/_release/navigation/",
  "/_release/__proto__/constructor/x.js",
  "/_release/shell/constructor/core.js",
  "/_release/shell/1.0.0/%00",
  "/assets/../package.json",
  "/assets/..%2f..%2fpackage.json",
  "/assets/%2e%2e/release.json",
  "/assets/__proto__",
  "/assets/",
  "/assets/%",
  "/assets/logo.svg%00",
  "/api/",
  "/api/nothing",
  "/api/../metrics",
  "/metrics",
  "/api/download-url?brandAlias=__proto__&platform=ios&country=PH",
  "/api/download-url?brandAlias[]=a&platform[]=ios",
  "/api/download-url?%",
  "/download/installer/__proto__",
  "/download/installer/..%2f",
  "/__proto__/",
  "/constructor/",
  "/ggteam/__proto__/",
  "/ggteam/constructor/",
  "/ggteam/%2e%2e/",
  "/ggteam/..%2fabout-us/",
  "/*",
  "*",
  "/network/../about-us",
  "/;/about-us",
  "/about-us;jsessionid=1/",
  `/${markup}`,
  `/${encodeURIComponent(markup)}`,
  `/"onmouseover="alert(1)`,
  `/'><img src=x>`,
  "/{{7*7}}/",
  "/${7*7}/",
  "/javascript:alert(1)",
];

const methods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

/** No server knows these: 501 is their answer, and no other status (RFC 9110, 9.1). */
const unknownMethods = ["BREW", "get"];

const headers: Record<string, Record<string, string>> = {
  "20 KB of headers": { "X-Long": "a".repeat(20_000) },
  "a cookie of 15 KB": { Cookie: `closeRM=${"a".repeat(15_000)}` },
  "another host": { Host: "evil.example" },
  "a forwarded host": { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "javascript" },
  "a thousand tags": { "If-None-Match": '"a",'.repeat(1000) },
  "a wild encoding": { "Accept-Encoding": "__proto__, constructor;q=nan, br;q=-1" },
  "a country": { "CF-IPCountry": "PH", "CloudFront-Viewer-Country": "US" },
  "a body on a GET": { "Content-Length": "5" },
};

describe.each(listSitesInTurn())("on the site %s", (id) => {
  const { site } = useOwnSite(() => startSite(id));
  let linesBefore = 0;
  beforeAll(() => {
    linesBefore = site().log().length;
  });

  test.for(targets.map((target) => ({ target, shown: target.slice(0, 80) })))(
    "GET $shown is answered below 500, without reflection",
    async ({ target }) => {
      await expectHarmless(toRequest("GET", target));
    },
  );

  test.for(methods)("%s does no harm on a page, a file or an address of the API", async (method) => {
    for (const target of [`${site().prefix}/`, "/assets/logo.svg", "/api/navigations", "/nothing"])
      await expectHarmless(toRequest(method, target));
  });

  test.for(unknownMethods)("%s, which is no method, is answered with 501 and does no harm", async (method) => {
    for (const target of [`${site().prefix}/`, "/assets/logo.svg", "/api/navigations", "/nothing"]) {
      const answer = await sendRaw(site().port, toRequest(method, target));
      expect(answer.status).toBe(501);
      expect(listHarms(answer, site().origin, 501)).toEqual([]);
    }
  });

  test.for(Object.keys(headers))("a request with %s does no harm", async (name) => {
    const body = name === "a body on a GET" ? "hello" : "";
    for (const target of [`${site().prefix}/`, "/en", "/nothing"])
      await expectHarmless(toRequest("GET", target, headers[name]) + body);
  });

  test("B022 the page about an unknown path shows it as text, never as markup", async () => {
    const { status, body } = await sendRaw(site().port, toRequest("GET", `/${markup}`));
    expect(status).toBe(404);
    expect(body.includes("Page not found: /&lt;script&gt;alert(1)&lt;/script&gt;")).toBe(true);
    expect(body.includes(markup)).toBe(false);
  });

  test("bytes that are no request get a refusal, and the server goes on", async () => {
    // Before a request empty lines are allowed: the server waits for one, for as long as `connections` limits, unless the client ends.
    await expect(sendRaw(site().port, "\r\n\r\n\r\n", { ends: true })).rejects.toThrow("closed without an answer");
    for (const bytes of [
      "GET\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    ]) {
      const status = await sendRaw(site().port, bytes).then(
        (answer) => answer.status,
        () => 400,
      );
      expect(status).toBeLessThan(500);
    }
    expect((await sendRaw(site().port, toRequest("GET", `${site().prefix}/`))).status).toBe(200);
  });

  test("CONNECT is refused, and the server goes on", async () => {
    await expect(sendRaw(site().port, toRequest("CONNECT", "evil.example:443"))).rejects.toThrow(
      "closed without an answer",
    );
    expect((await sendRaw(site().port, toRequest("GET", `${site().prefix}/`))).status).toBe(200);
  });

  test("what was asked for did not make the server report a fault of its own", () => {
    expect(
      site()
        .log()
        .slice(linesBefore)
        .filter(({ level }) => typeof level === "number" && level >= 50),
    ).toEqual([]);
  });

  async function expectHarmless(request: string): Promise<void> {
    expect(listHarms(await sendRaw(site().port, request), site().origin)).toEqual([]);
  }
});

/** A fault of ours, a way out of the site, something of the request as markup, something of the machine. */
function listHarms({ status, headers: answered, body }: RawAnswer, origin: string, allowed?: number): string[] {
  const location = answered.get("location");
  const harms: [string, boolean][] = [
    [`status ${status}`, !(status >= 200 && status < 500) && status !== allowed],
    [`a redirect to ${location}`, location !== undefined && new URL(location, origin).origin !== origin],
    ["a cookie", answered.has("set-cookie")],
    ["markup of the request", body.includes(markup) || body.includes("<img src=x>") || body.includes('"onmouseover=')],
    ["a link of the request", /(?:href|src|action|content)="(?:https?:)?[/\\]{2}evil\.example/.test(body)],
    ["something of the machine", /root:.*:0:0|PRIVATE KEY|node_modules|\bat .*\.ts:\d+/.test(body)],
  ];
  return harms.filter(([, found]) => found).map(([name]) => name);
}

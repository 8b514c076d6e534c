import { request } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, gunzipSync, zstdDecompress } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { errorIdPattern } from "../../../layout/error-id.ts";
import { routes } from "../../../layout/routes.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const errorServer = toServerSource(
  "compliance",
  `
  if (key === "error") return {
    html: "<p>Page not found: " + escape(context.page.path) + "</p>",
    head: { title: String(context.page.status), description: "An error" }, readsVisitor: false,
  };`,
);

const { app, bench, get } = useFixtureApp({
  releases: { compliance: { server: errorServer } },
  edge: "cloudflare",
  trustedProxies: ["127.0.0.1"],
});

/** Asks over a real connection for exactly this target, which `inject` and browsers would write differently. */
async function getRaw(
  path: string,
): Promise<{ statusCode: number; location: string | undefined; body: string; nosniff: string | undefined }> {
  if (!app().server.server.listening) await app().server.listen({ port: 0, host: "127.0.0.1" });
  const address = app().server.server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode = 0, headers } = response;
        const nosniff = headers["x-content-type-options"];
        resolve({
          statusCode,
          location: headers.location,
          body: Buffer.concat(chunks).toString("utf8"),
          nosniff: typeof nosniff === "string" ? nosniff : undefined,
        });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** What a page says was not found. */
const toLost = (body: string): string | undefined => /Page not found: ([^<]*)</.exec(body)?.[1];

describe("a page", () => {
  test("B001-B014 B018-B020 B029 is answered complete, with its own title, header, content and footer", async () => {
    for (const { path, page, name } of routes) {
      const response = await get(path.replace(":slug", "ace-marlowe"));
      expect({ path, status: response.statusCode, type: response.headers["content-type"] }).toEqual({
        path,
        status: 200,
        type: "text/html; charset=utf-8",
      });
      for (const part of [`Title of ${name}`, page.replace("/", " "), "navigation header", "navigation footer"])
        expect(response.body).toContain(part);
    }
  });

  test("B236 is titled with its title, the separator and the site's name; home names the site first", async () => {
    expect((await get("/about-us/")).body).toMatch(/<title>Title of [^<|]+ \| GGP Poker<\/title>/);
    expect((await get("/")).body).toMatch(/<title>GGP Poker \| Title of [^<|]+<\/title>/);
  });

  test("B028 B030 has one h1, a language, and its landmarks", async () => {
    const { body } = await get("/about-us/");
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).toMatch(/<html lang="en-PH"/);
    expect(body.match(/<main /g)).toHaveLength(1);
  });

  test("B218 B219 has a canonical address without query; the root's is on the contents host", async () => {
    expect((await get("/about-us/?utm=1")).body).toContain(
      '<link rel="canonical" href="https://www.ggp.example/about-us/">',
    );
    expect((await get("/")).body).toContain('<link rel="canonical" href="https://contents.ggp.example/">');
  });

  test("is the same for any query and Host", async () => {
    const { body } = await get("/about-us/");
    for (const url of ["/about-us/?x=1", "/about-us/?x=<script>", "/about-us/?embedded=1&clean"])
      expect((await get(url)).body).toBe(body);
    expect((await get("/about-us/", { host: "evil.example", "x-forwarded-host": "evil.example" })).body).toBe(body);
  });

  test("may be cached by the visitor's browser alone, which must revalidate it", async () => {
    const { headers } = await get("/about-us/");
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers.vary).toContain("Accept-Encoding");
    expect(headers.etag).toMatch(/^W\/"[^"]+"$/);
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test("is not sent again to a browser that has it", async () => {
    const etag = String((await get("/about-us/")).headers.etag);
    for (const header of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const response = await get("/about-us/", { "if-none-match": header });
      expect({ header, status: response.statusCode, body: response.body }).toEqual({ header, status: 304, body: "" });
      expect(response.headers).toMatchObject({
        etag,
        "cache-control": "private, no-cache",
        vary: expect.stringContaining("Accept-Encoding"),
      });
    }
    expect((await get("/about-us/", { "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  test("has another ETag than another page, and the same from one request to the next", async () => {
    const first = (await get("/about-us/")).headers.etag;
    expect((await get("/about-us/")).headers.etag).toBe(first);
    expect((await get("/contact/")).headers.etag).not.toBe(first);
  });

  test("answers HEAD like GET, without a body", async () => {
    const response = await app().server.inject({ method: "HEAD", url: "/about-us/" });
    const full = await get("/about-us/");
    expect({ status: response.statusCode, body: response.body }).toEqual({ status: 200, body: "" });
    for (const name of ["content-type", "etag", "content-length", "content-security-policy"])
      expect(response.headers[name]).toBe(full.headers[name]);
  });

  test.for(["/about-us/", "/about-us/_payload.json"])("%s is the same text in every encoding", async (path) => {
    const plain = (await get(path)).rawPayload;
    expect(plain.toString("utf8")).toContain("Title of about-us");
    const decoders = { br: promisify(brotliDecompress), zstd: promisify(zstdDecompress), gzip: promisify(gunzip) };
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await get(path, { "accept-encoding": encoding });
      expect(response.headers["content-encoding"]).toBe(encoding);
      expect(response.headers["content-length"]).toBe(String(response.rawPayload.length));
      expect((await decode(response.rawPayload)).equals(plain)).toBe(true);
    }
    for (const refusing of ["identity", "br;q=0", "deflate"]) {
      const response = await get(path, { "accept-encoding": refusing });
      expect(response.headers["content-encoding"]).toBeUndefined();
      expect(response.rawPayload.equals(plain)).toBe(true);
    }
  });
});

describe("an address that is only written differently", () => {
  test.each([
    ["/about-us", 301, "/about-us/"],
    ["/about-us?auto=1&x=%20", 301, "/about-us/?auto=1&x=%20"],
    ["/About-Us/", 301, "/about-us/"],
    ["/ABOUT-US?x=Aa", 301, "/about-us/?x=Aa"],
    ["/EN/About-Us/", 301, "/about-us/"],
    ["/en", 301, "/"],
    ["/en/?q", 301, "/?q"],
    ["/en/about-us", 301, "/about-us/"],
    ["/download?auto=1", 301, "/download/?auto=1"],
    ["/about-us?//evil.example", 301, "/about-us/?//evil.example"],
    ["/%61bout%2Dus/", 301, "/about-us/"],
    ["/about-us//", 301, "/about-us/"],
    ["/EN//%41bout-us", 301, "/about-us/"],
    // A chat program takes what follows an address in a sentence into the link.
    ["/about-us/)", 301, "/about-us/"],
    ["/about-us/).", 301, "/about-us/"],
    ["/about-us.", 301, "/about-us/"],
    ["/About-Us/,", 301, "/about-us/"],
    ["/about-us/%22%3E", 301, "/about-us/"],
    ["/about-us/%E2%80%9D?fbclid=a", 301, "/about-us/?fbclid=a"],
    ["/about-us/%C2%A0", 301, "/about-us/"],
    ["/ggteam/ace-marlowe/%E2%80%8B", 301, "/ggteam/ace-marlowe/"],
    ["/)!", 301, "/"],
  ])("B016 B030 %s redirects (%i) to %s, query kept", async (url, status, location) => {
    const response = await get(url);
    expect({ status: response.statusCode, location: response.headers.location, body: response.body }).toEqual({
      status,
      location,
      body: "",
    });
  });

  test.each([
    "//about-us/",
    "//evil.example/",
    "//evil.example/about-us/",
    "/about-us%2F",
    "/%2Fabout-us/",
    "/%2561bout-us/",
    "/%5Cabout-us/",
    "/about-us/%00",
    "/(about-us/",
    "/about-us)/",
    "/nowhere/).",
    "/ggteam/no-such-player/).",
  ])("B022 %s is no other writing of a page", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.headers.location).toBeUndefined();
  });

  test("B031 redirects with 302 to a locale where every path carries one: the locale depends on the visitor", async () => {
    const prefixed = await createFixtureApp(bench(), { site: siteConfigs.GGPCOM });
    try {
      await prefixed.live.refresh();
      const root = await prefixed.server.inject("/");
      expect([root.statusCode, root.headers.location]).toEqual([302, "/en/"]);
      expect((await prefixed.server.inject("/en/")).statusCode).toBe(200);
      expect((await prefixed.server.inject("/en/about-us")).headers.location).toBe("/en/about-us/");
      expect((await prefixed.server.inject("/about-us/")).headers.location).toBe("/en/about-us/");
      expect((await prefixed.server.inject("/ggteam/no-such-player/")).statusCode).toBe(404);
    } finally {
      await prefixed.close();
    }
  });

  test("G8 never redirects to another host", async () => {
    const targets = [
      "//evil.example/about-us",
      "/\\evil.example",
      "//evil.example/%2f..",
      "/en//evil.example",
      "/%5cevil.example",
      "/.//evil.example",
      "/en/\\evil.example",
      "http://evil.example//evil.example/about-us",
      "//about-us",
      "/en/%2f/evil.example",
    ];
    for (const target of targets) {
      const { statusCode, location } = await getRaw(target);
      expect({ target, statusCode, location }).toEqual({ target, statusCode: 404, location: undefined });
    }
  });

  test("G8 a target that names a host is answered as its path, on this site", async () => {
    expect((await getRaw("http://evil.example/about-us/?a=1")).body).toBe((await getRaw("/about-us/")).body);
    expect(await getRaw("http://evil.example/about-us?a=1")).toMatchObject({
      statusCode: 301,
      location: "/about-us/?a=1",
    });
    expect(await getRaw("http://evil.example")).toMatchObject({ statusCode: 200, location: undefined });
  });
});

describe("an address of no page", () => {
  test.each([
    "/nowhere/",
    "/nowhere",
    "/network/",
    "/network/rng/",
    "/ggteam/no-such-player/",
    "/ggteam/no-such-player",
    "/en/ggteam/no-such-player/",
    "/GGTEAM/no-such-player/",
    "/index.html",
    "/.env",
    "/about-us/index.php",
  ])("B020 B021 B022 %s is 404 and says so", async (url) => {
    const response = await get(url);
    expect({
      status: response.statusCode,
      type: response.headers["content-type"],
      cache: response.headers["cache-control"],
    }).toEqual({
      status: 404,
      type: "text/html; charset=utf-8",
      cache: "no-store",
    });
    expect(toLost(response.body)).toBe(url);
    expect(response.body).toContain('<meta name="robots" content="noindex">');
  });

  test.each(["/$&", "/$$", "/$1", "/$`", "/a$'b", "/{path}/"])(
    "B022 names the path exactly, also %s",
    async (target) => {
      const { body } = await getRaw(target);
      expect(toLost(body)).toBe(target.replaceAll("&", "&amp;").replaceAll("'", "&#39;"));
      expect(body.includes("\uE000")).toBe(false);
    },
  );

  test.each(["/<script>alert(1)</script>", "/'\"><img/src=x/onerror=alert(1)>", "/&lt;b&gt;", "/$`<b>"])(
    "G8 %s is text on its page, never HTML",
    async (target) => {
      const { body, statusCode } = await getRaw(target);
      expect(statusCode).toBe(404);
      expect(body.includes(target)).toBe(false);
      expect(body).not.toMatch(/<script>alert|<img\/src|<b>/);
    },
  );

  test("is compressed with gzip for a browser that accepts it", async () => {
    const plain = await app().server.inject({ url: "/nowhere/" });
    const packed = await app().server.inject({
      url: "/nowhere/",
      headers: { "accept-encoding": "gzip, deflate, br, zstd" },
    });
    expect([packed.statusCode, packed.headers["content-encoding"], packed.headers["content-type"]]).toEqual([
      404,
      "gzip",
      "text/html; charset=utf-8",
    ]);
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test("does not repeat its query", async () => {
    expect((await get("/nowhere/?secret=hunter2")).body).not.toContain("hunter2");
  });

  test("is answered 400, 404 or 414 at any length and in any encoding", async () => {
    for (const url of [`/${"a".repeat(5000)}`, `/${"a/".repeat(2000)}`, "/%zz", "/%", "/%c0%ae", "/a%00b", "/%ff"]) {
      const { statusCode } = await getRaw(url);
      expect({ url: url.slice(0, 20), refused: [400, 404, 414].includes(statusCode) }).toEqual({
        url: url.slice(0, 20),
        refused: true,
      });
    }
  });
});

describe("other methods", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
    "%s of a page is 405, with what is allowed",
    async (method) => {
      for (const url of ["/", "/about-us/", "/nowhere/", "/download/installer/windows"]) {
        const response = await app().server.inject({ method, url });
        expect({ url, status: response.statusCode, allow: response.headers.allow }).toEqual({
          url,
          status: 405,
          allow: "GET, HEAD",
        });
      }
    },
  );

  test.each(["POST", "PUT", "DELETE"] as const)("%s of an endpoint that exists is 405 too", async (method) => {
    expect((await app().server.inject({ method, url: "/api/navigations" })).statusCode).toBe(405);
  });
});

describe("a fatal error", () => {
  test("B200 B202 is the page of an unexpected error, whole and logged, and the next request is answered normally", async () => {
    const logged = vi.spyOn(app().server.log, "error");
    const broken = vi.spyOn(app().live, "findPage").mockImplementationOnce(() => {
      throw new Error("broken");
    });
    try {
      const response = await get("/about-us/");
      expect({
        status: response.statusCode,
        cache: response.headers["cache-control"],
        type: response.headers["content-type"],
      }).toEqual({
        status: 500,
        cache: "no-store",
        type: "text/html; charset=utf-8",
      });
      for (const part of ["<title>500 | GGP Poker</title>", "navigation header", "navigation footer"])
        expect(response.body).toContain(part);
      const line = { errorId: expect.stringMatching(errorIdPattern), path: "/about-us/", problem: "broken" };
      expect(logged.mock.calls).toEqual([[line, "a request failed"]]);
      expect((await get("/about-us/")).statusCode).toBe(200);
    } finally {
      broken.mockRestore();
      logged.mockRestore();
    }
  });

  test("B202 B203 of the API is a problem that says no more than that", async () => {
    const broken = vi.spyOn(app().data, "documents").mockImplementationOnce(() => {
      throw new Error("broken");
    });
    try {
      const response = await get("/api/navigations");
      expect([response.statusCode, response.headers["content-type"]]).toEqual([
        500,
        "application/problem+json; charset=utf-8",
      ]);
      expect(response.json()).toEqual({
        type: "about:blank",
        title: "REQUEST_REFUSED",
        status: 500,
        detail: "Unexpected error. Please contact customer service for further assistance.",
        id: expect.stringMatching(errorIdPattern),
      });
    } finally {
      broken.mockRestore();
    }
  });
});

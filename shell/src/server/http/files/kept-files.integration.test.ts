import { describe, expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const felt = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" fill="#0f3d2e"/></svg>`;
const script = "globalThis.small = 1;";

const { app, get } = useFixtureApp({
  releases: {
    // A file that a release carries compressed is not decompressed: the hash of its compressed bytes is the verified one.
    shell: { files: { "browser/assets/logo.svg": felt, "browser/assets/logo.svg.br": "packed logo" } },
    content: {
      files: {
        "browser/images/felt.1a2b3c4d.svg": felt,
        "browser/small.js": script,
        "browser/small.js.br": "packed script",
      },
    },
  },
});

const toAddress = {
  asset: () => "/assets/logo.svg",
  release: () => `/_release/content/${app().live.state()?.packages.get("content")?.release.version ?? "none"}/small.js`,
  image: () => "/_image/content/felt.1a2b3c4d/160@1.webp",
};

describe.each(Object.entries(toAddress))("a file that may be cached: %s", (kind, address) => {
  test("has an ETag, the same from one request to the next", async () => {
    const [first, second] = [await get(address()), await get(address())];
    expect(first.statusCode).toBe(200);
    expect(first.headers.etag).toMatch(/^W\/"[\w/+-]{16,}"$/);
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  test("is answered 304 to every form of If-None-Match that names it, with the headers of the 200", async () => {
    const full = await get(address());
    const etag = String(full.headers.etag);
    for (const header of [etag, etag.slice(2), `"other", ${etag}`, `W/"other",${etag.slice(2)}`, "*"]) {
      for (const method of ["GET", "HEAD"] as const) {
        const response = await app().server.inject({ method, url: address(), headers: { "if-none-match": header } });
        expect({ header, status: response.statusCode, body: response.body }).toEqual({ header, status: 304, body: "" });
        for (const name of ["etag", "cache-control", "vary", "cross-origin-resource-policy"])
          expect(response.headers[name], name).toBe(full.headers[name]);
      }
    }
    expect((await get(address(), { "if-none-match": '"other", W/"another"' })).statusCode).toBe(200);
  });

  test("answers HEAD like GET, without a body", async () => {
    const full = await get(address());
    const head = await app().server.inject({ method: "HEAD", url: address() });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"])
      expect(head.headers[name], name).toBe(full.headers[name]);
  });

  test("varies by Accept-Encoding when it is text, and by nothing when it is a picture", async () => {
    expect((await get(address())).headers.vary).toBe(kind === "image" ? undefined : "Accept-Encoding");
  });
});

test.each(["asset", "release"] as const)(
  "a file that its release carries compressed is sent compressed to a caller that accepts it: %s",
  async (kind) => {
    const plain = (await get(toAddress[kind]())).body;
    for (const [header, encoding] of [
      ["br", "br"],
      ["gzip, br;q=0.1", "br"],
      ["*", "br"],
      ["br;q=0, *", undefined],
      ["identity, br;q=0.5", undefined],
      ["gzip", undefined],
    ] as const) {
      const response = await get(toAddress[kind](), { "accept-encoding": header });
      expect([header, response.statusCode, response.headers["content-encoding"]]).toEqual([header, 200, encoding]);
      expect(response.body === plain).toBe(encoding === undefined);
    }
  },
);

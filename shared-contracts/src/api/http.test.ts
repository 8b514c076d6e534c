import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createApiClient, endpoints } from "./endpoints.ts";
import { requestJson, retryStatusCodes } from "./http.ts";
import { answerRequests } from "../../testing/answer-requests.ts";

/** A server that answers each request with the next status, the last one for ever, and keeps what it was asked. */
async function serveStatuses(...statuses: number[]): Promise<{ origin: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const origin = await answerRequests((request, response) => {
    const status = statuses[Math.min(asked.length, statuses.length - 1)] ?? 200;
    asked.push(request);
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(status === 204 ? undefined : JSON.stringify({ status }));
  });
  return { origin, asked };
}

test("B230 the eight statuses after which a GET is asked again are those of the specification", () => {
  expect(retryStatusCodes).toEqual([408, 409, 425, 429, 500, 502, 503, 504]);
});

describe("a GET", () => {
  test.each(retryStatusCodes)("B230 is asked twice, not more, when it is answered with %i", async (status) => {
    const { origin, asked } = await serveStatuses(status);
    await expect(requestJson(`${origin}/x`)).rejects.toMatchObject({
      code: "HTTP_FAILED",
      details: { method: "GET", url: `${origin}/x`, status },
    });
    expect(asked).toHaveLength(2);
  });

  test.each(retryStatusCodes)("B230 succeeds when the second answer is good after %i", async (status) => {
    const { origin, asked } = await serveStatuses(status, 200);
    await expect(requestJson(`${origin}/x`)).resolves.toEqual({ status: 200 });
    expect(asked).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 405, 410, 418, 422, 501, 505, 511])(
    "B231 is asked once when it is answered with %i",
    async (status) => {
      const { origin, asked } = await serveStatuses(status);
      await expect(requestJson(`${origin}/x`)).rejects.toMatchObject({ code: "HTTP_FAILED", details: { status } });
      expect(asked).toHaveLength(1);
    },
  );

  test("is asked once when it is answered well, with its query", async () => {
    const { origin, asked } = await serveStatuses(200);
    await expect(requestJson(`${origin}/x`, { query: { country: "PH", q: "a&b" } })).resolves.toEqual({ status: 200 });
    expect(asked.map(({ url }) => url)).toEqual(["/x?country=PH&q=a%26b"]);
  });

  test("B230 is asked twice when the server hangs up, and then said to be unreachable", async () => {
    let asked = 0;
    const origin = await answerRequests((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await expect(requestJson(`${origin}/x`)).rejects.toMatchObject({
      code: "HTTP_UNREACHABLE",
      details: { method: "GET", url: `${origin}/x` },
    });
    expect(asked).toBe(2);
  });

  test("is read up to the maximal size, and no further", async () => {
    const origin = await answerRequests(
      (_request, response) =>
        void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify("é".repeat(100))),
    );
    await expect(requestJson(origin, { maxSize: 202 })).resolves.toBe("é".repeat(100));
    await expect(requestJson(origin, { maxSize: 201 })).rejects.toMatchObject({
      code: "HTTP_UNREACHABLE",
      cause: { message: "The answer is longer than 201 bytes." },
    });
  });

  test.each(retryStatusCodes)(
    "B230 is asked twice for an answer of a limited size too, when it is answered with %i",
    async (status) => {
      const { origin, asked } = await serveStatuses(status, 200);
      await expect(requestJson(origin, { maxSize: 1000 })).resolves.toEqual({ status: 200 });
      expect(asked).toHaveLength(2);
    },
  );

  test("is read as it was written when a letter comes in two parts", async () => {
    const letter = Buffer.from("é");
    const origin = await answerRequests((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(Buffer.concat([Buffer.from('"'), letter.subarray(0, 1)]));
      setTimeout(() => response.end(Buffer.concat([letter.subarray(1), Buffer.from('"')])), 50);
    });
    await expect(requestJson(origin, { maxSize: 100 })).resolves.toBe("é");
  });

  test("that fails tells what went wrong below it", async () => {
    const { origin } = await serveStatuses(404);
    await expect(requestJson(origin)).rejects.toMatchObject({ cause: { name: "FetchError", status: 404 } });
  });

  test("is not redirected when its caller forbids it", async () => {
    const asked: (string | undefined)[] = [];
    const origin = await answerRequests((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    await expect(requestJson(`${origin}/x`, { redirect: "error" })).rejects.toMatchObject({ code: "HTTP_UNREACHABLE" });
    expect(asked).not.toContain("/elsewhere");
  });

  test("is given up when the server stays silent", async () => {
    const origin = await answerRequests(() => undefined);
    await expect(requestJson(origin, { timeout: 50 })).rejects.toMatchObject({ code: "HTTP_UNREACHABLE" });
  });

  test("is given up, and not asked again, when its caller aborts", async () => {
    const controller = new AbortController();
    let asked = 0;
    const origin = await answerRequests(() => {
      asked += 1;
      controller.abort();
    });
    await expect(requestJson(origin, { signal: controller.signal })).rejects.toMatchObject({
      code: "HTTP_UNREACHABLE",
    });
    expect(asked).toBe(1);
  });
});

describe.each(["POST", "PUT", "PATCH", "DELETE"] as const)("a %s", (method) => {
  test.each([...retryStatusCodes, 404])("B232 is asked once when it is answered with %i", async (status) => {
    const { origin, asked } = await serveStatuses(status);
    await expect(requestJson(origin, { method, body: { a: 1 } })).rejects.toMatchObject({
      code: "HTTP_FAILED",
      details: { method, status },
    });
    expect(asked.map((request) => request.method)).toEqual([method]);
  });

  test("B232 is asked once when the server hangs up", async () => {
    let asked = 0;
    const origin = await answerRequests((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await expect(requestJson(origin, { method, body: {} })).rejects.toMatchObject({ code: "HTTP_UNREACHABLE" });
    expect(asked).toBe(1);
  });
});

describe("the client of the site's API", () => {
  test("B233 has these endpoints and no other: nothing of accounts, the lobby or payments", () => {
    expect(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/navigations",
      "GET /api/util-navigations",
      "GET /api/brand-ambassador",
      "GET /api/download-url",
    ]);
    expect(Object.keys(createApiClient())).toEqual(Object.keys(endpoints));
  });

  const item = { path: "/about-us/", langKey: "ABOUT_US", label: "About us", siteType: "contents" };

  test("B039 B051 B057 B123 asks each endpoint and returns what it answers", async () => {
    const asked: (string | undefined)[] = [];
    const origin = await answerRequests((request, response) => {
      asked.push(request.url);
      const body = request.url?.startsWith("/api/download-url")
        ? { links: [{ type: 6, url: "https://a.example/" }] }
        : request.url === "/api/brand-ambassador"
          ? { ambassadors: [{ slug: "ace", name: "Ace" }] }
          : { items: [item] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const api = createApiClient(origin);
    const menu = {
      items: [{ ...item, routerName: "", showSubArea: false, isShow: true, isRoot: false, children: [] }],
    };
    expect(await api.navigations()).toEqual(menu);
    expect(await api.utilNavigations()).toEqual(menu);
    expect(await api.brandAmbassador()).toEqual({ ambassadors: [{ slug: "ace", name: "Ace" }] });
    expect(await api.downloadUrl({ brandAlias: "ggp", platform: "ios", country: "PH" })).toEqual({
      links: [{ type: 6, url: "https://a.example/" }],
    });
    expect(asked).toEqual([
      "/api/navigations",
      "/api/util-navigations",
      "/api/brand-ambassador",
      "/api/download-url?brandAlias=ggp&platform=ios&country=PH",
    ]);
  });

  test.each([
    "<!doctype html><title>Error</title>",
    "",
    "{",
    "null",
    '{"items":[{"path":"javascript:alert(1)"}]}',
    '{"items":[],"more":1}',
  ])("rejects the answer %j with status 200", async (body) => {
    const origin = await answerRequests(
      (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    await expect(createApiClient(origin).navigations()).rejects.toThrow();
  });
});

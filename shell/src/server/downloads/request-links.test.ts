import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  answerLinks,
  answerText,
  type FixtureService,
  startFixtureService,
} from "../testing/fixture-download-service.ts";
import { requestLinks } from "./request-links.ts";

const query = { brandAlias: "ggp", platform: "ios", country: "PH" } as const;
const good = { type: 6, url: "https://apps.example/ios/ggp/" };

let service: FixtureService;
beforeEach(async () => {
  service = await startFixtureService();
});
afterEach(() => service.close());

const ask = (timeout?: number) => requestLinks(service.url, query, timeout);

describe("the download service", () => {
  test("B123 B124 is asked with brand, platform and country, and answers links with a type and a url", async () => {
    service.answer = answerLinks([good, { type: 2, url: "https://apps.example/2" }]);
    expect(await ask()).toEqual([good, { type: 2, url: "https://apps.example/2" }]);
    expect(service.asked).toEqual(["brandAlias=ggp&platform=ios&country=PH"]);
  });

  test.each([
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "http://apps.example/",
    "//apps.example/",
    "/local",
    "https://",
    "",
    " https:// x",
    "https://user:secret@apps.example/",
  ])("B124 leaves out a link to %j, and keeps the others", async (url) => {
    service.answer = answerLinks([{ type: 6, url }, good]);
    expect(await ask()).toEqual([good]);
  });

  test.each([
    null,
    7,
    "https://apps.example/",
    {},
    { type: "6", url: good.url },
    { type: 6.5, url: good.url },
    { type: 6 },
    { url: good.url },
    [good],
  ])("B124 leaves out a malformed link (%j), and keeps the others", async (link) => {
    service.answer = answerLinks([link, good]);
    expect(await ask()).toEqual([good]);
  });

  test("B124 may send further fields of a link, which are ignored", async () => {
    service.answer = answerLinks([{ ...good, name: "store", weight: 3 }]);
    expect(await ask()).toEqual([good]);
  });

  test("is read up to 32 links", async () => {
    service.answer = answerLinks(
      Array.from({ length: 1000 }, (_, index) => ({ type: index, url: "https://a.example/" })),
    );
    expect(await ask()).toHaveLength(32);
  });
});

test("B230 B231 the download service is asked once more after a transient failure, and not after any other", async () => {
  const before = service.asked.length;
  service.answer = (request, response) =>
    (service.asked.length === before + 1 ? answerText(503, "") : answerLinks([good]))(request, response);
  expect(await ask()).toEqual([good]);
  expect(service.asked).toHaveLength(before + 2);
  service.answer = answerText(404, "");
  await expect(ask()).rejects.toMatchObject({ code: "DOWNLOAD_SERVICE_FAILED" });
  expect(service.asked).toHaveLength(before + 3);
});

describe("an answer of the download service that cannot be used says why:", () => {
  test.each<[what: string, problem: string, answer: FixtureService["answer"]]>([
    ["500", "answered 500", answerText(500, "")],
    ["404", "answered 404", answerText(404, JSON.stringify({ links: [good] }))],
    ["nothing", "JSON", answerText(200, "")],
    ["half a document", "JSON", answerText(200, '{"links":[{"type":6,')],
    ["an error page", "JSON", answerText(200, "<!doctype html><title>500</title>", { "content-type": "text/html" })],
    ["another shape", "links", answerText(200, JSON.stringify({ data: [good] }))],
    ["links that are no list", "links", answerText(200, JSON.stringify({ links: good }))],
    [
      "1 MB",
      "longer than 65536 bytes",
      answerText(200, JSON.stringify({ links: [good], filling: "x".repeat(1024 * 1024) })),
    ],
    [
      "1 MB in a kilobyte",
      "longer than 65536 bytes",
      (_request, response) =>
        void response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync(JSON.stringify({ links: [good], filling: "x".repeat(1024 * 1024) }))),
    ],
    ["a connection that breaks", "", (request) => void request.socket.destroy()],
  ])("%s", async (_what, problem, answer) => {
    service.answer = answer;
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "DOWNLOAD_SERVICE_FAILED", message: expect.stringContaining(problem) });
  });

  test.each([301, 302, 307, 308])("a redirect (%i), which is not followed anywhere", async (status) => {
    const elsewhere = await startFixtureService();
    try {
      service.answer = answerText(status, "", { location: elsewhere.url });
      await expect(ask()).rejects.toMatchObject({ code: "DOWNLOAD_SERVICE_FAILED" });
      expect(elsewhere.asked).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  test.each<[what: string, answer: FixtureService["answer"]]>([
    ["no answer", () => undefined],
    ["an answer that does not end", (_request, response) => void response.writeHead(200).write('{"links":[')],
  ])("%s, given up at the timeout", async (_what, answer) => {
    service.answer = answer;
    await expect(ask(50)).rejects.toMatchObject({
      code: "DOWNLOAD_SERVICE_FAILED",
      message: expect.stringContaining("timeout"),
    });
    await expect.poll(() => service.openConnections()).toBe(0);
  });

  test("an address where no server listens", async () => {
    await service.close();
    await expect(ask()).rejects.toMatchObject({
      code: "DOWNLOAD_SERVICE_FAILED",
      message: expect.stringMatching(/: connect ECONNREFUSED [\d.:]+\. Earlier links/),
      cause: expect.any(Error),
    });
  });
});

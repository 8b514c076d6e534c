import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app } = useFixtureApp();
let port = 0;
beforeAll(async () => {
  port = Number(new URL(await app().server.listen({ port: 0, host: "127.0.0.1" })).port);
});

/** What comes back for these bytes until the server closes the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.write(bytes, "latin1");
  await once(socket, "close");
  return answer;
}

const refused = [
  ["a line that is no request", "NONSENSE\r\n\r\n", 400],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400],
  ["headers of 20 KB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["an unknown expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n", 417],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
  ["the same host twice", "GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["two hosts, and calls itself HTTP/2.0", "GET /healthz HTTP/2.0\r\nHost: a\r\nHost: b\r\n\r\n", 400],
  ["the version HTTP/2.0 and no frames", "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n", 400],
  ["a fragment in its address", "GET /healthz#.woff2 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["a fragment in a whole address", "GET http://a/healthz?b#c HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["the version HTTP/0.9", "GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n", 400],
] as const;

describe("a request is refused with the headers of every response when it has", () => {
  test.each(refused)("%s", async (_what, bytes, status) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const line of [
      "content-security-policy: default-src 'none'",
      "x-content-type-options: nosniff",
      "x-frame-options: DENY",
      "strict-transport-security: max-age=",
      "connection: close",
    ])
      expect(answer.toLowerCase()).toContain(line.toLowerCase());
  });
});

test("a visitor whose cookies have become too many for a request reads what to do", async () => {
  const cookies = "a=1; ".repeat(4_000);
  const [head = "", body = ""] = (await send(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookies}\r\n\r\n`)).split(
    "\r\n\r\n",
  );
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(head.toLowerCase()).toContain("content-type: text/plain; charset=utf-8");
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(body).toContain("Delete this site's cookies in the browser's settings, and load the page again.");
});

test("a request of HTTP/1.0 needs no host", async () => {
  expect(await send("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
});

import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findFreePort } from "./free-port.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { sendRaw } from "./raw-request.ts";

const text = "the whole text of the answer";
const upstream = createServer((request, response) => {
  request.resume();
  response.setHeader("content-type", "text/plain");
  response.setHeader("x-path", request.url ?? "");
  response.setHeader("x-method", request.method ?? "");
  response.end(text);
});
let proxy: FaultProxy;

beforeAll(async () => {
  const port = await findFreePort();
  upstream.listen(port, "127.0.0.1");
  await once(upstream, "listening");
  proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
});
afterEach(() => {
  proxy.mend();
  proxy.forget();
});
afterAll(async () => {
  await proxy.close();
  upstream.close();
});

const askRaw = (path: string): ReturnType<typeof sendRaw> =>
  sendRaw(Number(new URL(proxy.origin).port), `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

test("without a fault the answer is the server's own, with its headers, for every method", async () => {
  const answer = await fetch(`${proxy.origin}/a?b=1`, { method: "POST", body: "x" });
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("x-path")]).toEqual([
    200,
    "text/plain",
    "/a?b=1",
  ]);
  expect(answer.headers.get("x-method")).toBe("POST");
  expect(await answer.text()).toBe(text);
});

test("a fault is that of the longest prefix, until it is mended, and every request is counted", async () => {
  proxy.break("/", { kind: "status", status: 500 });
  proxy.break("/api/", { kind: "status", status: 429, headers: { "retry-after": "7" } });
  const api = await fetch(`${proxy.origin}/api/visitor`);
  expect([api.status, api.headers.get("retry-after")]).toEqual([429, "7"]);
  expect((await fetch(`${proxy.origin}/about/`)).status).toBe(500);
  proxy.mend("/api/");
  expect((await fetch(`${proxy.origin}/api/visitor`)).status).toBe(500);
  proxy.mend();
  expect((await fetch(`${proxy.origin}/api/visitor`)).status).toBe(200);
  expect(proxy.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/visitor",
    "GET /about/",
    "GET /api/visitor",
    "GET /api/visitor",
  ]);
});

test("a body can be another, of another type, or shorter than it was and called whole", async () => {
  proxy.break("/type", { kind: "type", contentType: "text/html" });
  proxy.break("/short", { kind: "truncate", atBytes: 9 });
  proxy.break("/other", { kind: "body", contentType: "text/html", body: "<h1>Sign in</h1>" });
  const typed = await fetch(`${proxy.origin}/type`);
  expect([typed.headers.get("content-type"), await typed.text()]).toEqual(["text/html", text]);
  const short = await fetch(`${proxy.origin}/short`);
  expect([short.headers.get("content-length"), await short.text()]).toEqual(["9", "the whole"]);
  expect(await (await fetch(`${proxy.origin}/other`)).text()).toBe("<h1>Sign in</h1>");
});

test("a body that is cut promises more than comes, and a client that reads it all fails", async () => {
  proxy.break("/", { kind: "cut", afterBytes: 9 });
  const raw = await askRaw("/");
  expect([raw.headers.get("content-length"), raw.body]).toEqual([String(text.length), "the whole"]);
  await expect(fetch(`${proxy.origin}/`).then((answer) => answer.text())).rejects.toThrow();
});

test("a slow answer and one in small pieces are whole in the end", async () => {
  proxy.break("/slow", { kind: "slow", delayMs: 20 });
  proxy.break("/drip", { kind: "drip", pieceBytes: 5, pauseMs: 1 });
  expect(await (await fetch(`${proxy.origin}/slow`)).text()).toBe(text);
  const answer = await fetch(`${proxy.origin}/drip`);
  const pieces: number[] = [];
  for await (const piece of answer.body ?? []) pieces.push(piece.length);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(text.length);
});

test("a request may be reset, or never answered while others are", async () => {
  proxy.break("/reset", { kind: "reset" });
  proxy.break("/silent", { kind: "silence" });
  await expect(fetch(`${proxy.origin}/reset`)).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: "ECONNRESET" }) }),
  );
  const over = new AbortController();
  const silent = fetch(`${proxy.origin}/silent`, { signal: over.signal }).then(
    () => "answered",
    () => "given up",
  );
  for (let turn = 0; turn < 5; turn += 1) expect((await fetch(`${proxy.origin}/`)).status).toBe(200);
  expect(proxy.requests()).toHaveLength(7);
  over.abort();
  expect(await silent).toBe("given up");
});

test("connections are refused, also open ones, until the proxy listens again at the same port", async () => {
  await (await fetch(`${proxy.origin}/`)).text();
  await proxy.refuse();
  // The client's own kept connection is the first that it finds closed.
  await expect(fetch(`${proxy.origin}/`)).rejects.toThrow();
  await expect(askRaw("/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await proxy.listenAgain();
  expect(await (await fetch(`${proxy.origin}/`)).text()).toBe(text);
});

test("a server behind that does not answer is a broken connection", async () => {
  const lonely = await startFaultProxy(`http://127.0.0.1:${await findFreePort()}`);
  await expect(fetch(`${lonely.origin}/`)).rejects.toThrow();
  await lonely.close();
});

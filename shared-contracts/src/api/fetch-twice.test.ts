import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { fetchTwice, retryStatusCodes } from "./fetch-twice.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose answers have these statuses in turn, repeating the last; 0 cuts the connection. */
async function serve(...statuses: number[]): Promise<{ url: string; asked(): number }> {
  let asked = 0;
  server = createServer((_request, response) => {
    const status = statuses[Math.min(asked, statuses.length - 1)] ?? 200;
    asked += 1;
    if (status === 0) response.destroy();
    else response.writeHead(status).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { url: `http://127.0.0.1:${address.port}/`, asked: () => asked };
}

test.each([...retryStatusCodes, 0])("B230 asks once more after %i, and returns the second answer", async (status) => {
  const { url, asked } = await serve(status, 200);
  expect([(await fetchTwice(url, {})).status, asked()]).toEqual([200, 2]);
});

test("B230 asks twice, not more", async () => {
  const busy = await serve(503);
  expect([(await fetchTwice(busy.url, {})).status, busy.asked()]).toEqual([503, 2]);
});

test("B230 throws where the connection is cut twice", async () => {
  const { url, asked } = await serve(0);
  await expect(fetchTwice(url, {})).rejects.toThrow(TypeError);
  expect(asked()).toBe(2);
});

test.each([200, 304, 400, 403, 404, 501])("B231 asks once when the answer is %i", async (status) => {
  const { url, asked } = await serve(status);
  expect([(await fetchTwice(url, {})).status, asked()]).toEqual([status, 1]);
});

test("B230 a time limit is for both attempts together", async () => {
  const { url, asked } = await serve(503);
  await expect(fetchTwice(url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(asked()).toBe(0);
});

import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startFront } from "./front.ts";

let site: Server;
let origin = "";
beforeAll(async () => {
  site = createServer(({ url }, response) =>
    url === "/later/"
      ? response.writeHead(503, { "content-type": "text/plain" }).end("not yet")
      : response.writeHead(200, { "content-type": "text/html" }).end("<html><head></head></html>"),
  ).listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(() => site.close());

test("tells which pages were asked for last, as documents or as data", async () => {
  const onAwaited = vi.fn();
  const front = await startFront(0, onAwaited);
  front.serve(origin);
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
    await (await fetch(`${front.address}${path}`, { headers })).text();
  };
  const asDocument = { "x-development": "follow" };
  await ask("/contact/?from=mail", asDocument);
  await ask("/assets/card.svg");
  await ask("/contact/", asDocument);
  await ask("/about-us/_payload.json");
  expect(onAwaited.mock.calls).toEqual([[["/contact/"]], [["/contact/", "/about-us/"]]]);
  for (const path of ["/a/", "/b/", "/c/", "/contact/"]) await ask(path, asDocument);
  expect(onAwaited).toHaveBeenLastCalledWith(["/a/", "/b/", "/c/", "/contact/"]);
});

test.each(["//", "/\\\\", "//a:99999/?x"])(
  "a request for %s, which is no address, is answered by the site",
  async (path) => {
    const front = await startFront(0);
    front.serve(origin);
    expect(await getRaw(front.address, path)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

/** Sends a path as it is written, which clients that know addresses do not. */
async function getRaw(address: string, path: string): Promise<string> {
  const { port, host } = new URL(address);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Dest: document\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test("a page says of which turn it is, and only an open one is told that it has changed", async () => {
  const front = await startFront(0);
  front.serve(origin);
  front.tell({ turn: 7, problems: [] });
  const page = await fetch(`${front.address}/contact/`, { headers: { "x-development": "follow" } });
  expect(await page.text()).toContain(' data-turn="7">');
  const early = await follow(front.address);
  front.tell({ turn: 8, problems: [], changed: ["/contact/"] });
  const late = await follow(front.address);
  front.tell({ turn: 9, problems: [] });
  expect([await early.next(3), await late.next(2)]).toEqual([
    [
      { turn: 7, problems: [] },
      { turn: 8, problems: [], changed: ["/contact/"] },
      { turn: 9, problems: [] },
    ],
    [
      { turn: 8, problems: [] },
      { turn: 9, problems: [] },
    ],
  ]);
});

/** Follows what pages are told. */
async function follow(address: string): Promise<{ next(count: number): Promise<unknown[]> }> {
  const { body } = await fetch(`${address}/_development/events`);
  if (!body) throw new Error("there are no events");
  const events = body.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  const list = (): unknown[] =>
    read.split("\n\n").flatMap((event) => (event ? [JSON.parse(event.slice("data: ".length))] : []));
  return {
    async next(count) {
      while (!read.endsWith("\n\n") || list().length < count) read += (await events.read()).value ?? "";
      await events.cancel();
      return list();
    },
  };
}

test("a port that another program has is named, with what to do", async () => {
  const port = Number(new URL((await startFront(0)).address).port);
  await expect(startFront(port)).rejects.toMatchObject({
    code: "ADDRESS_UNUSABLE",
    message: `The server cannot listen at 127.0.0.1:${port}: another program listens there. End what listens there, or set PORT to another port.`,
  });
});

test("tells which page is asked for before the site is there, and shows that it starts, also for a page that is composed later", async () => {
  const onAwaited = vi.fn();
  const front = await startFront(0, onAwaited);
  const ask = async (path: string): Promise<[status: number, body: string]> => {
    const answer = await fetch(`${front.address}${path}`, { headers: { "x-development": "follow" } });
    return [answer.status, await answer.text()];
  };
  const starting = [503, expect.stringContaining("The site is starting.")];
  expect(await ask("/contact/")).toEqual(starting);
  expect(onAwaited).toHaveBeenLastCalledWith(["/contact/"]);
  front.serve(origin);
  expect(await ask("/later/")).toEqual([503, expect.stringContaining("_development/events")]);
  expect(await ask("/contact/")).toEqual([200, expect.stringContaining("<html>")]);
});

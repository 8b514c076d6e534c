import { createServer, type Server } from "node:http";
import { once } from "node:events";
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

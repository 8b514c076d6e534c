import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startFront } from "./front.ts";

let site: Server;
let origin = "";
beforeAll(async () => {
  site = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html><head></head></html>"),
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

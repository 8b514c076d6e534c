import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Balancer, startBalancer } from "./balancer.ts";

const servers: Server[] = [];
let balancer: Balancer | undefined;
afterEach(async () => {
  await balancer?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

test("a request whose server ends is retried on a server that was started again meanwhile, on another port", async () => {
  let ports: readonly number[] = [];
  const started = await listen((_request, response) => response.end("a page"));
  // Both servers end with the request under way, and one of them is back by then.
  const ending = await listen((request) => {
    ports = [started, started];
    request.socket.destroy();
  });
  ports = [ending, ending];
  balancer = await startBalancer(() => ports);
  const response = await fetch(balancer.origin);
  expect([response.status, await response.text()]).toEqual([200, "a page"]);
  expect(balancer.retries()).toBe(1);
});

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";
import { type ConnectionLimits, connectionLimits } from "./connections.ts";

const { bench } = useFixtureApp();

/** A server on a port with limits that a test can wait for. */
async function listen(
  limits: Partial<ConnectionLimits>,
  trustedProxies: string[] = [],
): Promise<{ app: FixtureApp; port: number }> {
  const app = await createFixtureApp(bench(), {
    trustedProxies,
    connectionLimits: { ...connectionLimits, checkIntervalMs: 20, ...limits },
  });
  onTestFinished(() => app.close());
  await app.live.refresh();
  const address = await app.server.listen({ port: 0, host: "127.0.0.1" });
  return { app, port: Number(new URL(address).port) };
}

/** A connection that reads only when asked to. */
async function open(port: number): Promise<{ socket: Socket; received(): string; closed: Promise<unknown> }> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  await once(socket, "connect");
  return { socket, closed, received: () => text };
}

const countAnswers = (text: string): number => text.match(/^HTTP\/1\.1 /gm)?.length ?? 0;
const toRequests = (number: number, target = "/"): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(number);

test("the limits in force end every silent or slow client within 15 seconds, and slow headers within 10", () => {
  const { headersTimeoutMs, requestTimeoutMs, checkIntervalMs, idleTimeoutMs } = connectionLimits;
  expect(headersTimeoutMs + checkIntervalMs).toBeLessThanOrEqual(10_000);
  expect(requestTimeoutMs + checkIntervalMs).toBeLessThanOrEqual(15_000);
  expect(idleTimeoutMs).toBeLessThanOrEqual(15_000);
});

test("a client whose headers do not come in time is told so, with the headers of every response", async () => {
  const { port } = await listen({ headersTimeoutMs: 200 });
  const slow = await open(port);
  slow.socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  await slow.closed;
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.received()).toMatch(/^content-security-policy: default-src 'none'/m);
});

test("a connection that never sends a byte is closed", async () => {
  const { port } = await listen({ headersTimeoutMs: 200 });
  await (
    await open(port)
  ).closed;
});

test("a client that does not read its answers is closed, and what it held counts as ended", async () => {
  const { app, port } = await listen({ idleTimeoutMs: 300, maxWaitingRequests: 4000 });
  const silent = await open(port);
  const reading = await open(port);
  silent.socket.pause();
  // More than the buffers of the operating system take.
  silent.socket.write(toRequests(4000, "/nowhere/"));
  // The requests are under way for a moment only.
  await vi.waitFor(() => expect(app.underWay()).toBeGreaterThan(0), { interval: 5, timeout: 10_000 });
  await vi.waitFor(() => expect(app.underWay()).toBe(0), { timeout: 10_000 });
  reading.socket.destroy();
});

test("a connection without a further request is closed, but later where its peer is a trusted proxy", async () => {
  const direct = await listen({ idleTimeoutMs: 200 });
  const client = await open(direct.port);
  client.socket.write(toRequests(1));
  await client.closed;
  expect(countAnswers(client.received())).toBe(1);

  const proxied = await listen({ idleTimeoutMs: 200, proxyIdleTimeoutMs: 60_000 }, ["127.0.0.1"]);
  const proxy = await open(proxied.port);
  proxy.socket.write(toRequests(1));
  await vi.waitFor(() => expect(countAnswers(proxy.received())).toBe(1));
  // Node closes a connection one second after its limit.
  await delay(1500);
  proxy.socket.write(toRequests(1));
  await vi.waitFor(() => expect(countAnswers(proxy.received())).toBe(2));
});

test("a connection with too many requests before their answers is closed", async () => {
  const { app, port } = await listen({ maxWaitingRequests: 4 });
  const greedy = await open(port);
  greedy.socket.pause();
  greedy.socket.write(toRequests(400));
  greedy.socket.resume();
  await greedy.closed;
  expect(countAnswers(greedy.received())).toBeLessThan(400);
  await vi.waitFor(() => expect(app.underWay()).toBe(0));
});

test("near the limit of connections idle ones make room, and beyond it a new one is closed", async () => {
  const { port } = await listen({ maxConnections: 4 });
  const idle = await open(port);
  idle.socket.write(toRequests(1));
  await vi.waitFor(() => expect(countAnswers(idle.received())).toBe(1));
  const silent = [await open(port), await open(port), await open(port)];
  await idle.closed;
  silent.push(await open(port));
  const beyond = await open(port);
  await beyond.closed;
  expect(silent.every(({ socket }) => !socket.destroyed)).toBe(true);
});

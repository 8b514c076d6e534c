import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createCertificate, useCertificateFolder } from "../../../testing/fixture-certificate.ts";
import { createFixtureApp, type FixtureApp } from "../../../testing/fixture-app.ts";
import {
  flags,
  frameTypes,
  openFrames,
  type ReceivedFrame,
  toFrame,
  toHeaderBlock,
  toRequest,
  toSettings,
} from "../../../testing/http2-frames.ts";
import { useFixtureApp } from "../../../testing/use-fixture-app.ts";
import { type ConnectionLimits, connectionLimits } from "../connections.ts";
import { readCertificate } from "./certificate.ts";
import { createSecureHttp } from "./secure-http.ts";

const { bench } = useFixtureApp();
const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_REFUSED_STREAM } = constants;

/** A server by https with limits that a test can wait for. */
async function listen(
  limits: Partial<ConnectionLimits> = {},
  trustedProxies: string[] = [],
): Promise<{ app: FixtureApp; port: number; ask(): Promise<number> }> {
  const inForce = { ...connectionLimits, checkIntervalMs: 20, ...limits };
  const certificate = await readCertificate(createCertificate(useCertificateFolder(), "one"));
  const app = await createFixtureApp(bench(), {
    trustedProxies,
    connectionLimits: inForce,
    secure: createSecureHttp(certificate, inForce, trustedProxies),
  });
  onTestFinished(async () => {
    app.startDraining();
    await app.close();
  });
  await app.live.refresh();
  const port = Number(new URL(await app.server.listen({ port: 0, host: "127.0.0.1" })).port);
  return { app, port, ask: () => ask(port) };
}

/** Asks for a page on a connection of its own. @returns the status */
async function ask(port: number): Promise<number> {
  const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
  try {
    const stream = session.request({ ":path": "/about-us/" });
    const [headers] = await once(stream, "response");
    stream.resume();
    await once(stream, "end");
    return Number(headers[":status"]);
  } finally {
    session.close();
  }
}

const countAnswers = (frames: readonly ReceivedFrame[]): number =>
  frames.filter(({ type }) => type === frameTypes.headers).length;

/** Settings by which a client takes no byte of an answer's body. */
const closedWindow = toSettings(4, 0);

describe("an HTTP/2 client", () => {
  test("that takes nothing of its answers is ended, also when it goes on sending PING, and what it held counts as ended", async () => {
    const { app, port } = await listen({ idleTimeoutMs: 300 });
    const client = await openFrames(port, closedWindow);
    client.send(...[1, 3].map((id) => toRequest(id)));
    await vi.waitFor(() => expect(app.underWay()).toBe(2));
    const pings = setInterval(() => client.send(toFrame(frameTypes.ping, 0, 0, Buffer.alloc(8))), 50);
    onTestFinished(() => clearInterval(pings));
    await client.closed;
    expect(client.codes().resets).toContain(NGHTTP2_ENHANCE_YOUR_CALM);
    await vi.waitFor(() => expect(app.underWay()).toBe(0));
  });

  test("that reads its socket no more is ended too, without waiting for it to end its side", async () => {
    const { app, port } = await listen({ idleTimeoutMs: 300, maxAnswersAtOnce: 1, maxUntakenBytes: 10_000 });
    const client = await openFrames(port, toSettings(4, 2 ** 31 - 1));
    client.send(toFrame(frameTypes.windowUpdate, 0, 0, Buffer.from([0x7f, 0, 0, 0])));
    client.socket.pause();
    client.send(...Array.from({ length: 100 }, (_, index) => toRequest(2 * index + 1)));
    const count = (): Promise<number> =>
      new Promise((resolve) => app.server.server.getConnections((_error, open) => resolve(open)));
    await vi.waitFor(async () => expect(await count()).toBe(1));
    await vi.waitFor(async () => expect([await count(), app.underWay()]).toEqual([0, 0]), { timeout: 10_000 });
  });

  test("that sends no request is ended, and later where it is a trusted proxy", async () => {
    const direct = await listen({ idleTimeoutMs: 200 });
    const client = await openFrames(direct.port);
    const pings = setInterval(() => client.send(toFrame(frameTypes.ping, 0, 0, Buffer.alloc(8))), 50);
    onTestFinished(() => clearInterval(pings));
    await client.closed;

    const proxied = await listen({ idleTimeoutMs: 200, proxyIdleTimeoutMs: 60_000 }, ["127.0.0.1"]);
    const proxy = await openFrames(proxied.port);
    proxy.send(toRequest(1));
    await vi.waitFor(() => expect(countAnswers(proxy.received())).toBe(1));
    await delay(1000);
    proxy.send(toRequest(3));
    await vi.waitFor(() => expect(countAnswers(proxy.received())).toBe(2));
  });

  test("whose headers do not come to their end is ended, although it goes on sending parts of them", async () => {
    const { port } = await listen({ idleTimeoutMs: 300 });
    const client = await openFrames(port);
    const block = toHeaderBlock("/about-us/");
    client.send(toFrame(frameTypes.headers, flags.endStream, 1, block.subarray(0, 10)));
    let at = 10;
    const parts = setInterval(() => {
      client.send(toFrame(frameTypes.continuation, 0, 1, block.subarray(at, at + 1)));
      at += 1;
    }, 60);
    onTestFinished(() => clearInterval(parts));
    await client.closed;
    expect(countAnswers(client.received())).toBe(0);
  });

  test("whose body does not come to its end is ended, although it goes on sending bytes of it", async () => {
    const { app, port } = await listen({ headersTimeoutMs: 300, requestTimeoutMs: 300 });
    const client = await openFrames(port);
    const block = toHeaderBlock("/-/reports/x", { method: "POST", "content-type": "application/reports+json" });
    client.send(toFrame(frameTypes.headers, flags.endHeaders, 1, block));
    const bytes = setInterval(() => client.send(toFrame(frameTypes.data, 0, 1, Buffer.from("["))), 50);
    onTestFinished(() => clearInterval(bytes));
    await client.closed;
    await vi.waitFor(() => expect(app.underWay()).toBe(0));
  });

  test("whose handshake does not come to its end is ended", async () => {
    const { port } = await listen({ headersTimeoutMs: 200 });
    const silent = connect(port, "127.0.0.1");
    onTestFinished(() => void silent.destroy());
    await once(silent, "close");
  });

  test("is refused more requests at once than it was told it may have", async () => {
    const { port, ask } = await listen({ maxStreams: 10 });
    const client = await openFrames(port, closedWindow);
    client.send(...Array.from({ length: 12 }, (_, index) => toRequest(2 * index + 1)));
    await vi.waitFor(() => expect(client.codes().resets).toEqual([NGHTTP2_REFUSED_STREAM, NGHTTP2_REFUSED_STREAM]));
    expect(await ask()).toBe(200);
  });

  test("has its requests answered in turn, and all of them", async () => {
    // This client confirms nothing, so two of eight are answered at once.
    const { app, port } = await listen({ maxAnswersAtOnce: 8, maxUntakenBytes: 2 ** 24 });
    const client = await openFrames(port, closedWindow);
    client.send(...Array.from({ length: 20 }, (_, index) => toRequest(2 * index + 1)));
    await vi.waitFor(() => expect(countAnswers(client.received())).toBe(2));
    expect(app.underWay()).toBe(2);
    // A later setting opens the windows of all streams.
    client.send(toSettings(4, 2 ** 20), toFrame(frameTypes.windowUpdate, 0, 0, Buffer.from([0, 0x7f, 0, 0])));
    await vi.waitFor(() => expect(countAnswers(client.received())).toBe(20), { timeout: 10_000 });
  });

  test("that does not confirm what it was sent is answered no further, and ended", async () => {
    const { port } = await listen({ maxUntakenBytes: 20_000, idleTimeoutMs: 500 });
    const client = await openFrames(port);
    client.send(toFrame(frameTypes.windowUpdate, 0, 0, Buffer.from([0, 0x7f, 0, 0])));
    client.send(...Array.from({ length: 40 }, (_, index) => toRequest(2 * index + 1)));
    await client.closed;
    expect(countAnswers(client.received())).toBeLessThan(20);
    // One that confirms gets all.
    const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
    const answers = Array.from({ length: 40 }, async () => {
      const stream = session.request({ ":path": "/about-us/" }).resume();
      await once(stream, "end");
    });
    await Promise.all(answers);
    session.close();
  });

  test("that confirms nothing from its beginning is sent a quarter of what another may leave untaken", async () => {
    const { port } = await listen({ maxUntakenBytes: 80_000, idleTimeoutMs: 500 });
    const client = await openFrames(port);
    client.send(toFrame(frameTypes.windowUpdate, 0, 0, Buffer.from([0, 0x7f, 0, 0])));
    client.send(...Array.from({ length: 40 }, (_, index) => toRequest(2 * index + 1)));
    await client.closed;
    expect(countAnswers(client.received())).toBeLessThan(20);
  });

  test("that takes back requests at once as they are opened is ended, and others are answered meanwhile", async () => {
    const { port, ask } = await listen();
    const client = await openFrames(port);
    const reset = Buffer.from([0, 0, 0, 8]);
    for (let id = 1; id < 4000 && !client.socket.destroyed; id += 2)
      client.send(toRequest(id), toFrame(frameTypes.reset, 0, id, reset));
    expect(await ask()).toBe(200);
    await client.closed;
    expect(countAnswers(client.received())).toBeLessThan(1000);
  });

  test.each([
    ["PING", (): Buffer => toFrame(frameTypes.ping, 0, 0, Buffer.alloc(8))],
    ["SETTINGS", (): Buffer => toSettings(3, 100)],
  ])("that floods the server with %s is ended, and others are answered meanwhile", async (_what, toFlood) => {
    const { port, ask } = await listen();
    const client = await openFrames(port);
    const flood = setInterval(() => client.send(...Array.from({ length: 200 }, toFlood)), 5);
    onTestFinished(() => clearInterval(flood));
    await client.closed;
    clearInterval(flood);
    expect(await ask()).toBe(200);
  });

  test("with headers of more than 16 KB, or with more than 100 of them, gets no answer, and others do", async () => {
    const { port, ask } = await listen();
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, "a"]));
    for (const headers of [{ "x-long": "a".repeat(20_000) }, many]) {
      const client = await openFrames(port);
      const block = toHeaderBlock("/about-us/", headers);
      client.send(
        toFrame(frameTypes.headers, flags.endStream, 1, block.subarray(0, 1000)),
        toFrame(frameTypes.continuation, 0, 1, block.subarray(1000, 10_000)),
        toFrame(frameTypes.continuation, flags.endHeaders, 1, block.subarray(10_000)),
      );
      await vi.waitFor(() => expect(client.codes().resets).toEqual([NGHTTP2_ENHANCE_YOUR_CALM]));
      expect(countAnswers(client.received())).toBe(0);
    }
    expect(await ask()).toBe(200);
  });
});

test("of all requests that wait, those of a connection with many are ended when there are too many", async () => {
  const { app, port, ask } = await listen({ maxConnections: 10, maxWaitingRequests: 4 });
  const modest = await openFrames(port, closedWindow);
  modest.send(toRequest(1));
  const greedy = await openFrames(port, closedWindow);
  greedy.send(...Array.from({ length: 12 }, (_, index) => toRequest(2 * index + 1)));
  await greedy.closed;
  await vi.waitFor(() => expect(app.underWay()).toBe(1));
  expect(modest.socket.destroyed).toBe(false);
  expect(await ask()).toBe(200);
});

test("near the limit of connections idle ones of HTTP/2 make room, and beyond it a new one is closed", async () => {
  const { port } = await listen({ maxConnections: 4 });
  const idle = await openFrames(port);
  idle.send(toRequest(1));
  await vi.waitFor(() =>
    expect(idle.received().some(({ flag, type }) => type === frameTypes.data && flag === 1)).toBe(true),
  );
  const silent = [await openFrames(port), await openFrames(port), await openFrames(port)];
  await idle.closed;
  silent.push(await openFrames(port));
  const beyond = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(beyond, "close");
  expect(silent.every(({ socket }) => !socket.destroyed)).toBe(true);
});

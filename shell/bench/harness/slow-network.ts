import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { BenchResources } from "./bench-resources.ts";

/** The connection between a visitor and the site. */
export interface Line {
  /** Bits per second to the visitor. */
  bitsPerSecond: number;
  /** One-way delay in milliseconds; a round trip takes twice as long. */
  oneWayMs: number;
}

/** The mobile profile. */
const mobileLine: Line = { bitsPerSecond: 1_600_000, oneWayMs: 75 };

/** A segment of TCP, and how many of them a new connection sends before the first is acknowledged. */
const segment = 1460;
const initialWindow = 10 * segment;

/**
 * A port behind a simulated mobile network: the browser's own throttling simulates neither handshakes nor slow start, and both decide the effect of
 * the first 14 KB of a page. One link for all connections, a congestion window for each, no loss.
 */
export async function slowDown(resources: BenchResources, target: number, line = mobileLine): Promise<number> {
  const { oneWayMs } = line;
  const link = { freeAt: 0, line };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const origin = connect({ port: target, host: "127.0.0.1", noDelay: true });
    for (const socket of [client, origin]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => [client, origin].forEach((one) => one.destroy()));
    }
    // SYN and SYN-ACK take a round trip before the first byte is sent.
    const connected = performance.now() + 2 * oneWayMs;
    const up = createDelay((chunk) => origin.write(chunk));
    client.on("data", (chunk: Buffer) => up(chunk, Math.max(performance.now(), connected) + oneWayMs));
    client.on("end", () => setTimeout(() => origin.end(), oneWayMs));
    send(origin, client, link);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

/** Sends the origin's bytes as fast as link and congestion window allow, and reads no faster than that. */
function send(origin: Socket, client: Socket, link: { freeAt: number; line: Line }): void {
  const { bitsPerSecond, oneWayMs } = link.line;
  const arrive = createDelay((chunk) => client.write(chunk));
  const acknowledge = createDelay((chunk) => {
    flying -= chunk.length;
    window += chunk.length;
    pump();
  });
  let window = initialWindow;
  let flying = 0;
  let waiting = Buffer.alloc(0);
  let ended = false;

  function pump(): void {
    while (waiting.length > 0 && flying < window) {
      const chunk = waiting.subarray(0, segment);
      waiting = waiting.subarray(chunk.length);
      flying += chunk.length;
      link.freeAt = Math.max(link.freeAt, performance.now()) + ((chunk.length + 40) * 8 * 1000) / bitsPerSecond;
      arrive(chunk, link.freeAt + oneWayMs);
      acknowledge(chunk, link.freeAt + 2 * oneWayMs);
    }
    if (waiting.length > segment * 4) origin.pause();
    else origin.resume();
    if (ended && waiting.length === 0)
      setTimeout(() => client.end(), Math.max(0, link.freeAt - performance.now()) + oneWayMs);
  }

  origin.on("data", (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    pump();
  });
  origin.on("end", () => {
    ended = true;
    pump();
  });
}

/** Delivers each chunk at its time, in order. */
function createDelay(deliver: (chunk: Buffer) => void): (chunk: Buffer, at: number) => void {
  const queue: { chunk: Buffer; at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  function next(): void {
    timer = undefined;
    for (let [first] = queue; first && first.at <= performance.now(); [first] = queue) {
      queue.shift();
      deliver(first.chunk);
    }
    const [first] = queue;
    if (first) timer ??= setTimeout(next, Math.max(0, first.at - performance.now()));
  }
  return (chunk, at) => {
    queue.push({ chunk, at });
    if (timer === undefined) next();
  };
}

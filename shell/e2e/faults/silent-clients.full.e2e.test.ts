import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { recordFigure } from "./record-figure.ts";
import { sampled } from "../harness/sampled.ts";

/** Clients that ask and never read, and the requests that each of them sends at once. */
const silent = { clients: 1000, requests: 4 };

let site: RunningSite;
const sockets: Socket[] = [];

beforeAll(async () => {
  site = await startSite("GGPPH");
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await site?.stop();
});

// The server ends such a client after a quarter of a minute. `connections.integration.test.ts` ends a few in each `npm test`.
test.runIf(sampled({ all: true, sample: false }))(
  "a thousand clients that ask and never read are ended, and others get their pages meanwhile",
  { timeout: 90_000 },
  async () => {
    for (let turn = 0; turn < 200; turn += 1) await ask();
    const before = readMemory();
    for (let index = 0; index < silent.clients; index += 1) sockets.push(await askAndNeverRead());
    const opened = performance.now();
    const ports = new Set(sockets.map(({ localPort }) => localPort ?? 0));
    let most = before;
    let failed = 0;
    await waitUntil(
      async () => {
        if ((await ask()) !== 200) failed += 1;
        most = Math.max(most, readMemory());
        return countOpen(ports) === 0;
      },
      { what: "every silent client to be ended", within: 60_000 },
    );
    expect(failed).toBe(0);
    recordFigure("silent-clients", "memory beside that before", most / before);
    recordFigure("silent-clients", "seconds until the last is ended", (performance.now() - opened) / 1000);
  },
);

async function ask(): Promise<number> {
  const answer = await fetch(`${site.origin}/about-us/`);
  await answer.arrayBuffer();
  return answer.status;
}

async function askAndNeverRead(): Promise<Socket> {
  const socket = connect({ port: site.port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(silent.requests));
  return socket;
}

/** The port of an address as /proc writes it, such as `0100007F:1F90`. */
function toPort(address = ""): number {
  return Number.parseInt(address.split(":")[1] ?? "", 16);
}

/** Connections from these ports that the server holds. A client that does not read is not told when its connection is ended. */
function countOpen(ports: ReadonlySet<number>): number {
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote, state]) => toPort(local) === site.port && ports.has(toPort(remote)) && state === "01")
    .length;
}

/** Megabytes of the server's own process. */
function readMemory(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.child.pid}/status`, "utf8"))?.[1]) / 1024;
}

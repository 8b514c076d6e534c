import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCertificate } from "../../src/server/testing/fixture-certificate.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import {
  type FrameClient,
  frameTypes,
  openFrames,
  toFrame,
  toRequest,
  toSettings,
} from "../../src/server/testing/http2-frames.ts";
import { type ServedSite, serveSite } from "../../src/server/testing/nats-sites.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Clients that ask and never read, and the requests that each of them sends at once. */
const silent = { clients: 150, requests: 100 };

/**
 * Memory meanwhile beside that before, with a server of 184 MB: TLS of 100 KB for each client, what was encrypted for it, and the requests that
 * wait. Without limits of both it was 2.0, and grew with each client.
 */
const mostGrowth = 1.9;

const folder = mkdtempSync(join(tmpdir(), "silent-"));
let bench: FixtureBench;
let site: ServedSite;
let port = 0;

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
  const { certFile, keyFile } = createCertificate(folder, "site");
  site = await serveSite("one", { STORE_DIR: bench.root, TLS_CERT: certFile, TLS_KEY: keyFile, LOG_LEVEL: "error" });
  port = Number(new URL(site.origin).port);
});
afterAll(async () => {
  await site?.stop();
  await bench?.remove();
  await rm(folder, { recursive: true });
});

async function ask(): Promise<number> {
  const session = connectHttp2(site.origin, { rejectUnauthorized: false });
  const stream = session.request({ ":path": "/about-us/" });
  const [{ ":status": status }] = await once(stream, "response");
  stream.resume();
  await once(stream, "end");
  session.close();
  return Number(status);
}

/** Megabytes of the server's own process. */
function readMemory(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.child.pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Asks for as much as a connection may, with windows that let all of it come, and reads nothing. */
async function askAndNeverRead(): Promise<FrameClient> {
  const client = await openFrames(port, toSettings(4, 2 ** 31 - 1));
  client.socket.pause();
  client.send(
    toFrame(frameTypes.windowUpdate, 0, 0, Buffer.from([0x7f, 0, 0, 0])),
    ...Array.from({ length: silent.requests }, (_, index) => toRequest(2 * index + 1)),
  );
  return client;
}

test("hundreds of HTTP/2 clients that ask for all they may and never read are ended, and others get their pages meanwhile", async () => {
  for (let turn = 0; turn < 100; turn += 1) await ask();
  const before = readMemory();
  const clients: FrameClient[] = [];
  for (let index = 0; index < silent.clients; index += 1) clients.push(await askAndNeverRead());
  const opened = performance.now();
  let most = before;
  let failed = 0;
  await vi.waitFor(
    async () => {
      if ((await ask()) !== 200) failed += 1;
      most = Math.max(most, readMemory());
      expect(countOpen(clients)).toBe(0);
    },
    { timeout: 90_000, interval: 50 },
  );
  console.log(
    `${silent.clients} clients: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB, ended after ${((performance.now() - opened) / 1000).toFixed(1)} s.`,
  );
  expect(failed).toBe(0);
  expect(most / before).toBeLessThan(mostGrowth);
});

/** The port of an address as /proc writes it, such as `0100007F:1F90`. */
const toPort = (address = ""): number => Number.parseInt(address.split(":")[1] ?? "", 16);

/** Connections that the server still holds. A client that does not read is not told when its connection is ended. */
function countOpen(clients: readonly FrameClient[]): number {
  const ports = new Set(clients.map(({ socket }) => socket.localPort ?? 0));
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote, state]) => toPort(local) === port && ports.has(toPort(remote)) && state === "01").length;
}

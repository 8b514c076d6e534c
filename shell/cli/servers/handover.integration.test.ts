import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createCertificate } from "../../src/server/testing/fixture-certificate.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { serveSite } from "../../src/server/testing/nats-sites.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const perl = ["/usr/bin/perl", "/usr/local/bin/perl"].find((file) => existsSync(file));
const holder = join(import.meta.dirname, "../../src/server/testing/socket-holder.pl");
const note = perl === undefined ? " (skipped: install perl)" : "";

/** What clients of a server were answered. */
interface Polls {
  answered: number;
  failures: string[];
}

/** Clients that ask for a page again and again on connections they keep, until `signal` aborts. */
async function poll(
  openClient: () => Client,
  { clients, signal }: { clients: number; signal: AbortSignal },
): Promise<Polls> {
  const polls: Polls = { answered: 0, failures: [] };
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = openClient();
      while (!signal.aborted) {
        const outcome = await client.ask();
        if (outcome === 200) polls.answered += 1;
        else polls.failures.push(String(outcome));
        await sleep(10);
      }
      client.close();
    }),
  );
  return polls;
}

/** One that asks for a page on a connection it keeps, for as long as the server does. */
interface Client {
  /** @returns the status, or what went wrong */
  ask(): Promise<number | string>;
  close(): void;
}

function openHttp1(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { ask: () => askHttp1(port, agent), close: () => agent.destroy() };
}

/** Takes another connection after it was told that the one it has ends, as browsers do. */
function openHttp2(port: number): Client {
  let session: ClientHttp2Session | undefined;
  return {
    async ask() {
      if (!session || session.closed || session.destroyed)
        session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false }).on("error", () => undefined);
      try {
        const stream = session.request({ ":path": "/about-us/" });
        const [{ ":status": status }] = await once(stream, "response");
        stream.resume();
        await once(stream, "end");
        return Number(status);
      } catch (error) {
        return String(error);
      }
    },
    close: () => session?.destroy(),
  };
}

function askHttp1(port: number, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", path: "/about-us/", agent, timeout: 30_000 }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", (error) => resolve(error.message));
    }).on("error", (error) => resolve(error.message));
  });
}

/** One store for both schemes: the servers by https start from what those by http remember of it. */
let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages });
});
afterAll(() => bench.remove());

describe.skipIf(perl === undefined).each([
  { scheme: "http", openClient: openHttp1 },
  { scheme: "https", openClient: openHttp2 },
])(`a server by $scheme whose socket is held by the service manager${note}`, ({ scheme, openClient }) => {
  const folder = mkdtempSync(join(tmpdir(), "handover-"));
  let manager: ChildProcess;
  let output = "";
  let port = 0;

  const waitFor = (count: number, pattern: RegExp): Promise<void> =>
    vi.waitFor(() => expect([...output.matchAll(pattern)], output).toHaveLength(count), { timeout: 60_000 });

  beforeAll(async () => {
    const { certFile, keyFile } = createCertificate(folder, "site");
    const tls = scheme === "https" ? { TLS_CERT: certFile, TLS_KEY: keyFile } : {};
    manager = spawn(
      perl ?? "perl",
      [holder, process.execPath, ...nodeOptions, join(import.meta.dirname, "../commands/site.ts"), "serve"],
      {
        env: {
          PATH: process.env["PATH"],
          NODE_COMPILE_CACHE: codeCache,
          STORE_DIR: bench.root,
          WORK_AHEAD: "0",
          DRAIN_SECONDS: "1",
          ...tls,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    manager.stdout?.on("data", keep);
    manager.stderr?.on("data", keep);
    await waitFor(1, /^The site GGPPH is at /gm);
    port = Number(/^port (\d+)$/m.exec(output)?.[1]);
  });
  afterAll(async () => {
    manager.kill("SIGTERM");
    if (manager.exitCode === null) await once(manager, "close");
    await rm(folder, { recursive: true });
  });

  test("is restarted twice while clients ask on connections they keep: every request is answered", async () => {
    expect(output).toContain(`The site GGPPH is at ${scheme}://localhost:${port}/`);
    const stop = new AbortController();
    const polling = poll(() => openClient(port), { clients: 8, signal: stop.signal });
    for (const round of [1, 2]) {
      manager.kill("SIGHUP");
      await waitFor(round, /^ended 0$/gm);
      await waitFor(round + 1, /^The site GGPPH is at /gm);
    }
    await sleep(200);
    stop.abort();
    const { answered, failures } = await polling;
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  test("ends well without a drain too, although a client keeps a connection that it never used", async () => {
    const { certFile, keyFile } = createCertificate(folder, "alone");
    const stateDir = join(bench.root, "../alone.state");
    // It begins with the pages of the server that the manager runs.
    if (!existsSync(stateDir)) await cp(`${bench.root}.state`, stateDir, { recursive: true });
    const site = await serveSite("alone", {
      STORE_DIR: bench.root,
      STATE_DIR: stateDir,
      ...(scheme === "https" && { TLS_CERT: certFile, TLS_KEY: keyFile }),
    });
    const spare = connect(Number(new URL(site.origin).port), "127.0.0.1").on("error", () => undefined);
    await once(spare, "connect");
    const closed = once(spare, "close");
    expect(await site.stop()).toBe(0);
    await closed;
  });
});

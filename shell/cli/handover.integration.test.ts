import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../src/server/testing/fixture-release.ts";
import { serveSite } from "../src/server/testing/nats-sites.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const perl = ["/usr/bin/perl", "/usr/local/bin/perl"].find((file) => existsSync(file));
const holder = join(import.meta.dirname, "../src/server/testing/socket-holder.pl");
const note = perl === undefined ? " (skipped: install perl)" : "";

/** What clients of a server were answered. */
interface Polls {
  answered: number;
  failures: string[];
}

/** Clients that ask for a page again and again on connections they keep, until `signal` aborts. */
async function poll(port: number, { clients, signal }: { clients: number; signal: AbortSignal }): Promise<Polls> {
  const polls: Polls = { answered: 0, failures: [] };
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!signal.aborted) {
        const outcome = await ask(port, agent);
        if (outcome === 200) polls.answered += 1;
        else polls.failures.push(String(outcome));
        await sleep(10);
      }
      agent.destroy();
    }),
  );
  return polls;
}

function ask(port: number, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", path: "/about-us/", agent, timeout: 30_000 }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", (error) => resolve(error.message));
    }).on("error", (error) => resolve(error.message));
  });
}

describe.skipIf(perl === undefined)(`a server whose socket is held by the service manager${note}`, () => {
  let bench: FixtureBench;
  let manager: ChildProcess;
  let output = "";
  let port = 0;

  const waitFor = (count: number, pattern: RegExp): Promise<void> =>
    vi.waitFor(() => expect([...output.matchAll(pattern)], output).toHaveLength(count), { timeout: 60_000 });

  beforeAll(async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await bench.releaseAll();
    manager = spawn(
      perl ?? "perl",
      [holder, process.execPath, ...nodeOptions, join(import.meta.dirname, "commands/site.ts"), "serve"],
      {
        env: { PATH: process.env["PATH"], STORE_DIR: bench.root, WORK_AHEAD: "0", DRAIN_SECONDS: "1" },
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
    await bench.remove();
  });

  test("is restarted twice while clients ask on connections they keep: every request is answered", async () => {
    expect(output).toContain(`The site GGPPH is at http://localhost:${port}/`);
    const stop = new AbortController();
    const polling = poll(port, { clients: 8, signal: stop.signal });
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
    const site = await serveSite("alone", { STORE_DIR: bench.root, STATE_DIR: join(bench.root, "../alone.state") });
    const spare = connect(Number(new URL(site.origin).port), "127.0.0.1").on("error", () => undefined);
    await once(spare, "connect");
    const closed = once(spare, "close");
    expect(await site.stop()).toBe(0);
    await closed;
  });
});

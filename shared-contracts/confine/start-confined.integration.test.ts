import { createWitness, type Witness } from "../testing/hostile/witness.ts";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Layers, probeLayers } from "./layers.ts";
import { lowMemoryEnvironment } from "./low-memory.ts";
import { type ConfinedProcess, startConfined } from "./start-confined.ts";

vi.setConfig({ testTimeout: 60_000 });

const none: Layers = { namespaces: false, endsWithParent: false, memory: false };
let layers: Layers;
let witness: Witness;

beforeAll(async () => {
  [layers, witness] = await Promise.all([probeLayers(), createWitness()]);
});
afterAll(() => witness.close());

/** Starts a process that runs hostile code with all that Node has: as if it had left its compartment. */
function start(code: string, within: Layers): ConfinedProcess {
  const source = `
    import fs from "node:fs"; import net from "node:net"; import dgram from "node:dgram"; import dns from "node:dns"; import { createRequire } from "node:module";
    const require = createRequire("file:///x.js"); const witness = ${JSON.stringify(witness.targets)};
    const answer = (value) => { const json = JSON.stringify(value); const head = Buffer.alloc(4); head.writeUInt32BE(Buffer.byteLength(json)); fs.writeSync(1, head); fs.writeSync(1, json); };
    fs.readSync(0, Buffer.alloc(4));
    ${code}`;
  return startConfined({
    command: ["--input-type=module", "--eval", source],
    memory: { heap: 64, outside: 64 },
    maxMessageBytes: 1000,
    layers: within,
  });
}

/** The first thing the process says, or why it says nothing. */
async function ask(code: string, within: Layers): Promise<unknown> {
  const confined = start(code, within);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  confined.converse({}, { onMessage: resolve, onEnd: resolve });
  const said = await promise;
  confined.kill();
  await new Promise<void>((done) => confined.onGone(done));
  return said;
}

const tries = (code: string): string => `try { ${code} } catch (error) { answer(error.code ?? error.message); }`;

describe("code that has left its compartment is denied by Node, also where the kernel adds nothing,", () => {
  test.each([
    ["files", `answer(fs.readFileSync(witness.secretFile, "utf8"))`],
    ["writing files", `fs.writeFileSync(witness.newFile, "x"); answer("wrote")`],
    ["its parent's environment", `answer(fs.readFileSync("/proc/" + witness.parent + "/environ", "latin1"))`],
    ["processes", `answer(require("node:child_process").execSync("id").toString())`],
    ["threads", `new (require("node:worker_threads").Worker)("1", { eval: true }); answer("started")`],
    ["the inspector", `require("node:inspector").open(0); answer("opened")`],
    ["addons", `process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6"); answer("opened")`],
  ])("%s", async (_what, code) => {
    expect(await ask(tries(code), none)).toMatch(/^ERR_(?:ACCESS_DENIED|DLOPEN_DISABLED)$/);
    expect(await witness.findHits()).toEqual([]);
  });

  test("the environment, but for what it is started with", async () => {
    expect(await ask("answer(process.env)", none)).toEqual({
      NODE_ENV: "production",
      TZ: "UTC",
      ...lowMemoryEnvironment,
    });
  });
});

describe.runIf((await probeLayers()).namespaces)("code that has left its compartment is denied by the kernel", () => {
  test.each([
    [
      "connections",
      `net.connect(witness.tcpPort, "127.0.0.1").on("error", (error) => answer(error.code)).on("connect", () => answer("connected"))`,
      /^ENETUNREACH$/,
    ],
    [
      "datagrams",
      `dgram.createSocket("udp4").send("x", witness.udpPort, "127.0.0.1", (error) => answer(error?.code ?? "sent"))`,
      /^ENETUNREACH$/,
    ],
    [
      "name servers",
      `dns.setServers(["127.0.0.1:" + witness.udpPort]); dns.resolve4("secret.example", (error) => answer(error?.code ?? "resolved"))`,
      /^E/,
    ],
    ["signals to its parent", tries(`process.kill(witness.parent, "SIGUSR1"); answer("signalled")`), /^ESRCH$/],
    ["signals to others", tries(`process.kill(witness.bystander, "SIGKILL"); answer("killed")`), /^ESRCH$/],
    ["signals to all it may", tries(`process.kill(-1, "SIGKILL"); answer("killed")`), /^(?:ESRCH|killed)$/],
  ])("%s", async (_what, code, denied) => {
    expect(await ask(code, layers)).toMatch(denied);
    expect(await witness.findHits()).toEqual([]);
  });
});

describe("a process that says what it was not asked is ended before it fills its parent's memory", () => {
  test.each([
    [
      "a message without end",
      `const head = Buffer.alloc(4); head.writeUInt32BE(4_000_000_000); fs.writeSync(1, head); for (;;) fs.writeSync(1, Buffer.alloc(65_536))`,
      /^its answer is 4000000000 bytes, at most 1000 are read$/,
    ],
    ["no JSON", `fs.writeSync(1, Buffer.from([0, 0, 0, 1, 120]))`, /^its answer is no JSON$/],
    ["nothing at all", `fs.writeSync(1, Buffer.alloc(4))`, /^its answer is empty$/],
    ["an end", `process.exit(7)`, /^its process ended \(7\)$/],
  ])("%s", async (_what, code, problem) => {
    expect(await ask(code, layers)).toMatch(problem);
  });

  test("a message outside of a conversation", async () => {
    const confined = start(`answer("first"); for (;;) answer("more")`, layers);
    const gone = new Promise<void>((resolve) => confined.onGone(resolve));
    const stop = confined.converse({}, { onMessage: () => stop(), onEnd: () => undefined });
    await gone;
    const { promise, resolve } = Promise.withResolvers<string>();
    confined.converse({}, { onMessage: () => undefined, onEnd: resolve });
    expect(await promise).toBe("it sent an unrequested message");
  });
});

test.runIf((await probeLayers()).memory)("memory outside of the JavaScript heap is bounded", async () => {
  const said = await ask(
    `const all = []; try { for (;;) all.push(new Uint8Array(8 * 1024 * 1024)); } catch (error) { answer(all.length * 8); }`,
    layers,
  );
  expect(said).toBeLessThan(400);
});

test.runIf((await probeLayers()).endsWithParent)(
  "a process that hangs ends with its parent, however that ends",
  async () => {
    const marker = `hangs beside ${process.pid}`;
    const code = `
    import { startConfined } from ${JSON.stringify(join(import.meta.dirname, "start-confined.ts"))};
    startConfined({ command: ["--eval", "/* ${marker} */ process.stdout.write('1'); for (;;);"], memory: { heap: 64, outside: 64 }, maxMessageBytes: 1000, layers: ${JSON.stringify(layers)} });
    setInterval(() => {}, 1000);`;
    const parent = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", code],
      { stdio: "ignore" },
    );
    // The tool it runs in, and itself.
    await vi.waitFor(
      () =>
        expect(
          listCommands().filter(
            (command) => command.includes(`/* ${marker} */ process`) && !command.includes("startConfined"),
          ).length,
        ).toBe(layers.namespaces ? 2 : 1),
      { timeout: 20_000 },
    );
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(listCommands().filter((command) => command.includes(marker))).toEqual([]), {
      timeout: 20_000,
    });
  },
);

/** The command lines of this machine's processes. */
function listCommands(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, "utf8")];
      } catch {
        return [];
      }
    });
}

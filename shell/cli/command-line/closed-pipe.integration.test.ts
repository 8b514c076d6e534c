import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { listTree } from "../../e2e/harness/started-processes.ts";
import { createCertificate } from "../../src/server/testing/fixture-certificate.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages });
});
afterAll(() => bench.remove());

/** Runs the command while the reader of one of its streams is gone, as after `site … | head -1`. */
async function runWithout(
  closed: "stdout" | "stderr",
  ...words: string[]
): Promise<{ code: number | null; signal: string | null; told: string }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../commands/site.ts"), ...words],
    {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root },
    },
  );
  child[closed].destroy();
  let told = "";
  child[closed === "stdout" ? "stderr" : "stdout"].on("data", (chunk: Buffer) => (told += chunk.toString("utf8")));
  await once(child, "close");
  return { code: child.exitCode, signal: child.signalCode, told };
}

describe("a reader that went away before the answer", () => {
  test.each([
    [["--help"], 0],
    [["status"], 0],
    [["history"], 0],
    [["--json", "status"], 0],
    [["completion", "bash"], 0],
    [["--json", "rollback", "--why", "x"], 5],
  ] as const)("%j ends quietly with the code it has anyway", async (words, code) => {
    expect(await runWithout("stdout", ...words)).toEqual({ code, signal: null, told: "" });
  });

  test("of the error stream changes neither the exit code nor the answer", async () => {
    expect(await runWithout("stderr", "verify")).toEqual({
      code: 0,
      signal: null,
      told: expect.stringContaining("every signature and hash of revision 1 is right"),
    });
    expect(await runWithout("stderr", "nonsense")).toEqual({ code: 2, signal: null, told: "" });
  });

  test("does not interrupt a promote: the new revision is live", async () => {
    const made = await bench.write("content", { server: toServerSource("next") });
    await bench.take(made);
    expect(await runWithout("stdout", "promote", `content@${made.version}`, "--why", "x")).toMatchObject({
      code: 0,
      signal: null,
    });
    expect((await bench.reopen().current())?.set.versions.content).toBe(made.version);
  });
});

/** Runs a command in a terminal of its own, which is closed when it is killed. */
const terminal = ["/usr/bin/script", "/usr/local/bin/script"].find((file) => existsSync(file));
const note = terminal === undefined ? " (skipped: install script, of util-linux)" : "";

test.skipIf(terminal === undefined)(
  `a server with a certificate, which goes on after SIGHUP, ends with the terminal that it was started in${note}`,
  async () => {
    const { certFile, keyFile } = createCertificate(bench.root, "terminal");
    const words = [process.execPath, ...nodeOptions, join(import.meta.dirname, "../commands/site.ts"), "serve"];
    const window = spawn(terminal ?? "script", ["-qc", `echo "pid $$"; exec ${words.join(" ")}`, "/dev/null"], {
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: codeCache,
        STORE_DIR: bench.root,
        PORT: "0",
        TLS_CERT: certFile,
        TLS_KEY: keyFile,
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let shown = "";
    window.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
    const count = (text: string): number => shown.split(text).length - 1;
    await vi.waitFor(() => expect(count("The site GGPPH is at https://"), shown).toBe(1), { timeout: 20_000 });
    const pid = Number(/pid (\d+)/.exec(shown)?.[1]);
    const port = Number(/ at https:\/\/localhost:(\d+)/.exec(shown)?.[1]);
    process.kill(pid, "SIGHUP");
    await vi.waitFor(() => expect(count("the certificate was read again"), shown).toBe(1), { timeout: 10_000 });
    window.kill("SIGKILL");
    const ended = vi.waitFor(() => expect(accepts(port)).resolves.toBe(false), { timeout: 10_000 });
    await ended.catch((error: unknown) => {
      process.kill(pid, "SIGKILL");
      throw error;
    });
  },
  40_000,
);

test(
  "a server ends when the process that started it was killed, so that the next start finds its port free",
  { timeout: 40_000 },
  async () => {
    const command = spawn(process.execPath, [join(workspaceRoot, "scripts/run.mjs"), "site", "serve"], {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    command.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
    await vi.waitFor(() => expect(shown).toContain("The site GGPPH is at "), { timeout: 20_000 });
    const port = Number(/ at http:\/\/localhost:(\d+)/.exec(shown)?.[1]);
    const [, server = 0] = listTree(command.pid ?? 0);
    command.kill("SIGKILL");
    const ended = vi.waitFor(() => expect(accepts(port)).resolves.toBe(false), { timeout: 10_000 });
    await ended.catch((error: unknown) => {
      process.kill(server, "SIGKILL");
      throw error;
    });
  },
);

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages });
});
afterAll(() => bench.remove());

/** A device that answers every write as a file on a full disk does. */
const fullDisk = "/dev/full";

const unwritten =
  /^OUTPUT_UNWRITABLE: What the command says could not be written whole: .*no space left on device.*\. .*site status.*\.\n$/;

/** Runs the command with one of its streams in a file on a full disk, as after `site … >> /var/log/site.log`. */
async function runInto(full: "stdout" | "stderr", ...words: string[]): Promise<{ code: number | null; told: string }> {
  const file = await open(fullDisk, "w");
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../commands/site.ts"), ...words],
    {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root },
      stdio: full === "stdout" ? ["ignore", file.fd, "pipe"] : ["ignore", "pipe", file.fd],
    },
  );
  const heard: Readable | null = full === "stdout" ? child.stderr : child.stdout;
  let told = "";
  heard?.on("data", (chunk: Buffer) => (told += chunk.toString("utf8")));
  await once(child, "close");
  await file.close();
  return { code: child.exitCode, told };
}

describe("an output whose disk is full", () => {
  test("is told once and in words, with the code of the environment: a script does not take the empty file for an answer", async () => {
    expect(await runInto("stdout", "--json", "status")).toEqual({ code: 7, told: expect.stringMatching(unwritten) });
    expect(await runInto("stdout", "history")).toEqual({ code: 7, told: expect.stringMatching(unwritten) });
  });

  test("leaves a command that fails its own code", async () => {
    expect(await runInto("stdout", "--json", "rollback", "--why", "x")).toEqual({
      code: 5,
      told: expect.stringMatching(unwritten),
    });
  });

  test("does not keep a promote from being done", async () => {
    const made = await bench.write("content", { server: toServerSource("next") });
    await bench.take(made);
    expect(await runInto("stdout", "promote", `content@${made.version}`, "--why", "x")).toMatchObject({ code: 7 });
    expect((await bench.reopen().current())?.set.versions.content).toBe(made.version);
  });

  test("of the error stream changes neither the exit code nor the answer", async () => {
    expect(await runInto("stderr", "nonsense")).toEqual({ code: 2, told: "" });
  });
});

describe("a server whose log's disk is full", () => {
  test.each([
    { full: "stdout", program: "site serve", words: ["commands/site.ts", "serve"] },
    { full: "stderr", program: "site serve", words: ["commands/site.ts", "serve"] },
    { full: "stderr", program: "the program that an artefact starts", words: ["serve.ts"] },
  ] as const)("goes on serving when that is the $full of $program", async ({ full, words: [entry, ...words] }) => {
    const file = await open(fullDisk, "w");
    const server = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "..", entry), ...words],
      {
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root, PORT: "0" },
        stdio: full === "stdout" ? ["ignore", file.fd, "pipe"] : ["ignore", "pipe", file.fd],
      },
    );
    const ended = once(server, "exit");
    const heard: Readable | null = full === "stdout" ? server.stderr : server.stdout;
    if (!heard) throw new Error("the server's other stream is not read");
    let address: string | undefined;
    for await (const line of createInterface(heard)) {
      address = /(http:\/\/(?:localhost|127\.0\.0\.1):\d+)/.exec(line)?.[1];
      if (address !== undefined) break;
    }
    const answer = await fetch(`${String(address)}/`).catch(() => undefined);
    server.kill();
    await ended;
    await file.close();
    expect(answer?.status).toBe(200);
  });
});

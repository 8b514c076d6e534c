import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
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

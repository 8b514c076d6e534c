import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-lock-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A process that takes the lock, says so, and works until its input ends. Both moments go into one file. */
function startWorker(): ChildProcess {
  const source = `
    import { appendFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, "build-lock.ts"))};
    const write = (word) => appendFileSync(${JSON.stringify(join(root, "log"))}, word + "\\n");
    await withLock(${JSON.stringify(join(root, "lock"))}, async () => {
      write("in");
      process.stdout.write("in");
      for await (const _chunk of process.stdin);
      write("out");
    });
  `;
  return spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: ["pipe", "pipe", "inherit"] });
}

test("one process after the other works under a lock, also after one was killed in the middle", async () => {
  const workers = Array.from({ length: 4 }, startWorker);
  const inside = workers.map((worker, index) => once(worker.stdout ?? worker, "data").then(() => index));
  const left = new Set(workers.keys());
  for (let round = 0; round < workers.length; round += 1) {
    const index = await Promise.race([...left].map((one) => inside[one] ?? Promise.reject(new Error("no such worker"))));
    left.delete(index);
    const worker = workers[index];
    const ended = worker ? once(worker, "close") : undefined;
    if (round === 1) worker?.kill("SIGKILL");
    else worker?.stdin?.end();
    await ended;
  }
  expect(readFileSync(join(root, "log"), "utf8").trim().split("\n")).toEqual(["in", "out", "in", "in", "out", "in", "out"]);
});

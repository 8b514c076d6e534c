import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildStale } from "./build-packages.ts";
import { workspaceRoot } from "./workspace.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-lock-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A process that takes the lock, says so, and works until its input ends. Both moments go into one file. */
function startWorker(): ChildProcess {
  const source = `
    import { appendFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(join(workspaceRoot, "shared-contracts/build/with-lock.ts"))};
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
    const index = await Promise.race(
      [...left].map((one) => inside[one] ?? Promise.reject(new Error("no such worker"))),
    );
    left.delete(index);
    const worker = workers[index];
    const ended = worker ? once(worker, "close") : undefined;
    if (round === 1) worker?.kill("SIGKILL");
    else worker?.stdin?.end();
    await ended;
  }
  expect(readFileSync(join(root, "log"), "utf8").trim().split("\n")).toEqual([
    "in",
    "out",
    "in",
    "in",
    "out",
    "in",
    "out",
  ]);
});

test("a build waits for the lock of another process, and this process goes on meanwhile", async () => {
  const worker = startWorker();
  await once(worker.stdout ?? worker, "data");
  let isBuilding = false;
  const built = buildStale(
    [],
    async () => {
      isBuilding = true;
    },
    join(root, "lock"),
  );
  // A lock that is free is taken in this turn already.
  await new Promise(setImmediate);
  expect(isBuilding).toBe(false);
  worker.stdin?.end();
  await built;
  expect(isBuilding).toBe(true);
});

test("no command builds except under the lock", () => {
  const commands = join(import.meta.dirname, "..");
  const sources = readdirSync(commands, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!test)\.ts$/.test(file),
  );
  const builders = sources.filter((file) =>
    readFileSync(join(commands, file), "utf8").includes('@site/contracts/build/compile"'),
  );
  expect(builders).toEqual(["workspace/build-packages.ts"]);
});

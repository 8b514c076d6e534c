import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { isRunning } from "../src/server/disk/is-running.ts";
import { createCheckProcess } from "./check-process.ts";

const folder = mkdtempSync(join(tmpdir(), "checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.setConfig({ testTimeout: 20_000 });
const soon = { timeout: 10_000 };

function write(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}
/** Reports one problem, which says what the check was started with. */
const reporting = `process.send({ problems: [{ kind: "check", text: process.argv.slice(2).toSorted().join(" ") }] });`;
/** A check whose first run never ends by itself. `started` is there as soon as that one runs. */
function writeEndless(name: string): { file: string; started: string } {
  const started = join(folder, `${name}-started`);
  const file = write(
    `${name}.mjs`,
    `import { existsSync, writeFileSync } from "node:fs";
    const isFirst = !existsSync(${JSON.stringify(started)});
    writeFileSync(${JSON.stringify(started)}, "");
    if (isFirst) setInterval(() => undefined, 1000); else { ${reporting} process.disconnect(); }`,
  );
  return { file, started };
}
const toProblems = (...texts: string[]) => texts.map((text) => ({ kind: "check", text }));

test("reports what a check of saved packages found", async () => {
  const onProblems = vi.fn();
  const checks = createCheckProcess(write("report.mjs", reporting), onProblems);
  checks.check(["content"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledWith(toProblems("content")), soon);
  checks.end();
});

test("a check that a later save of the same package has made out of date is ended, and not reported", async () => {
  const onProblems = vi.fn();
  const { file, started } = writeEndless("endless");
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content", "download"]);
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), soon);
  checks.check(["content"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalled(), soon);
  // What the ended one had to check as well is checked with it.
  expect(onProblems.mock.calls).toEqual([[toProblems("content download")]]);
  checks.end();
});

test("a check that was ended by a save is part of the next one", async () => {
  const onProblems = vi.fn();
  const { file, started } = writeEndless("begun");
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content"]);
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), soon);
  checks.outdate(["download"]);
  checks.outdate(["content"]);
  checks.check(["download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledWith(toProblems("content download")), soon);
  expect(onProblems).toHaveBeenCalledTimes(1);
  checks.end();
});

test("what a check found is gone when one of its packages is saved without the fault, whichever it was", async () => {
  const onProblems = vi.fn();
  const fault = write("fault", "");
  const file = write(
    "until-mended.mjs",
    `import { existsSync } from "node:fs";
    if (existsSync(${JSON.stringify(fault)})) { ${reporting} } else process.send({ problems: [] });
    process.disconnect();`,
  );
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content", "download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenLastCalledWith(toProblems("content download")), soon);
  rmSync(fault);
  checks.check(["download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenLastCalledWith([]), soon);
  checks.end();
});

test("what a check found is checked again when something that is no package was saved, and nothing else is", async () => {
  const onProblems = vi.fn();
  const fault = write("other-fault", "");
  const file = write(
    "other.mjs",
    `import { appendFileSync, existsSync, writeFileSync } from "node:fs";
    appendFileSync(${JSON.stringify(join(folder, "runs"))}, process.argv[2] + "\\n");
    writeFileSync(${JSON.stringify(join(folder, "pid"))}, String(process.pid));
    if (existsSync(${JSON.stringify(fault)})) { ${reporting} } else process.send({ problems: [] });
    process.disconnect();`,
  );
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenLastCalledWith(toProblems("content")), soon);
  rmSync(fault);
  checks.checkAgain();
  await vi.waitFor(() => expect(onProblems).toHaveBeenLastCalledWith([]), soon);
  // Between its report and its end a check counts as one that runs.
  await vi.waitFor(() => expect(isRunning(Number(readFileSync(join(folder, "pid"), "utf8")))).toBe(false), soon);
  await setImmediate();
  checks.checkAgain();
  checks.check(["download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledTimes(3), soon);
  expect(readFileSync(join(folder, "runs"), "utf8")).toBe("content\ncontent\ndownload\n");
  checks.end();
});

test("a check that runs while something that is no package is saved is ended, and done again", async () => {
  const onProblems = vi.fn();
  const { file, started } = writeEndless("other-endless");
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content"]);
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), soon);
  checks.outdate();
  checks.checkAgain();
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledWith(toProblems("content")), soon);
  expect(onProblems).toHaveBeenCalledTimes(1);
  checks.end();
});

test("says when a check ended before it was done, and repeats it with the next save", async () => {
  const onProblems = vi.fn();
  const failing = write("failing", "");
  const file = write(
    "failing.mjs",
    `import { existsSync } from "node:fs";
    if (existsSync(${JSON.stringify(failing)})) process.exit(3); ${reporting} process.disconnect();`,
  );
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledTimes(1), soon);
  expect(onProblems).toHaveBeenCalledWith(
    toProblems("The check of content ended (3) before it was done. It is repeated after the next save."),
  );
  rmSync(failing);
  checks.check(["download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenLastCalledWith(toProblems("content download")), soon);
  checks.end();
});

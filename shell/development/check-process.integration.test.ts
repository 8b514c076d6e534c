import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createCheckProcess } from "./check-process.ts";

const folder = mkdtempSync(join(tmpdir(), "checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A module that reports one problem, which says what it was started with. */
function write(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}
const reporting = `process.send({ problems: [{ kind: "check", text: process.argv.slice(2).toSorted().join(" ") }] });`;

test("reports what a check of saved packages found", async () => {
  const onProblems = vi.fn();
  const checks = createCheckProcess(write("report.mjs", reporting), onProblems);
  checks.check(["content"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledWith(["content"], [{ kind: "check", text: "content" }]));
  checks.end();
});

test("does not report a check that a later save of the same package has made out of date", async () => {
  const onProblems = vi.fn();
  const checks = createCheckProcess(write("slow.mjs", `setTimeout(() => { ${reporting} }, 300);`), onProblems);
  checks.check(["content"]);
  checks.check(["content"]);
  checks.check(["download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalled(), { timeout: 5000 });
  expect(onProblems.mock.calls).toEqual([[["content", "download"], [{ kind: "check", text: "content download" }]]]);
  checks.end();
});

test("goes on with the next save after a check that ended without a report", async () => {
  const onProblems = vi.fn();
  const file = write("failing.mjs", `if (process.argv[2] === "content") process.exit(1); ${reporting}`);
  const checks = createCheckProcess(file, onProblems);
  checks.check(["content"]);
  checks.check(["download"]);
  await vi.waitFor(() => expect(onProblems).toHaveBeenCalledTimes(1), { timeout: 5000 });
  expect(onProblems).toHaveBeenCalledWith(["download"], expect.anything());
  checks.end();
});

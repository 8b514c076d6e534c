import { beforeEach, expect, test, vi } from "vitest";
import { createSavedChecks } from "./saved-checks.ts";
import { showBuilt } from "./show-built.ts";

/** Longer than what is saved waits for its check. */
const waitMs = 60_000;
const check = vi.fn<(names: readonly string[]) => void>();
const report = vi.fn<(source: string, found: readonly object[]) => void>();
/** What the store answers for a release. */
const release = vi.fn<() => Promise<number | undefined>>();
const show = (built: { release: string } | { problem: string }, checks: ReturnType<typeof createSavedChecks>) =>
  showBuilt(built, { name: "lobby", folder: "/nowhere", checks, problems: { report }, release });

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [check, report, release]) mock.mockReset();
  return () => void vi.useRealTimers();
});

test("a release that is live already is checked when a save that did not build came between", async () => {
  const checks = createSavedChecks({
    check,
    outdate: () => undefined,
    checkAgain: () => undefined,
    end: () => undefined,
  });
  release.mockResolvedValue(2);
  await show({ release: "/built" }, checks);
  checks.noteLive();
  await show({ problem: "Syntax Error" }, checks);
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(check).not.toHaveBeenCalled();
  release.mockResolvedValue(undefined);
  expect(await show({ release: "/built" }, checks)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(check.mock.calls).toEqual([[["lobby"]]]);
  expect(report.mock.lastCall).toEqual(["build", []]);
});

test("what a check found is checked again after a document was saved, and what was under way is ended", async () => {
  const [outdate, checkAgain] = [vi.fn(), vi.fn()];
  const checks = createSavedChecks({ check, outdate, checkAgain, end: () => undefined });
  checks.noteOther();
  expect(outdate.mock.calls).toEqual([[]]);
  checks.noteLive();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(checkAgain).toHaveBeenCalledTimes(1);
  checks.noteOther();
  checks.note("content");
  await vi.advanceTimersByTimeAsync(waitMs);
  checks.noteReleased();
  await vi.advanceTimersByTimeAsync(waitMs);
  // The check of a saved package has those of which the last one found something.
  expect([check.mock.calls, checkAgain.mock.calls.length]).toEqual([[[["content"]]], 1]);
});

test("a build that failed is shown, and nothing is made live", async () => {
  const checks = createSavedChecks({
    check,
    outdate: () => undefined,
    checkAgain: () => undefined,
    end: () => undefined,
  });
  expect(await show({ problem: "no table" }, checks)).toBeUndefined();
  expect(report.mock.calls).toEqual([["build", [expect.objectContaining({ text: "no table" })]]]);
  expect(release).not.toHaveBeenCalled();
});

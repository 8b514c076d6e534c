import { beforeEach, expect, test, vi } from "vitest";
import { createSavedChecks } from "./saved-checks.ts";

/** Longer than what is saved waits for its check. */
const waitMs = 60_000;
const [check, checkAgain] = [vi.fn<(names: readonly string[]) => void>(), vi.fn<() => void>()];
const create = () => createSavedChecks({ check, checkAgain, outdate: () => undefined, end: () => undefined });

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [check, checkAgain]) mock.mockReset();
  return () => void vi.useRealTimers();
});

test("a package that fails on the site is checked although nothing of it was saved, and once however often it fails", async () => {
  const checks = create();
  checks.noteFailed("content");
  checks.noteLive();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(check.mock.calls).toEqual([[["content"]]]);
  checks.noteFailed("content");
  checks.noteFailed("download");
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(check.mock.calls).toEqual([[["content"]], [["download"]]]);
});

test("a package that fails because of its save has the check of that save, and no other", async () => {
  const checks = create();
  checks.note("content");
  checks.noteReleased();
  checks.noteFailed("content");
  await vi.advanceTimersByTimeAsync(waitMs);
  checks.noteFailed("content");
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(check.mock.calls).toEqual([[["content"]]]);
});

test("a package that fails after a document was saved is checked, also one that failed before", async () => {
  const checks = create();
  checks.noteFailed("content");
  await vi.advanceTimersByTimeAsync(waitMs);
  checks.noteOther();
  checks.noteFailed("content");
  checks.noteLive();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect([check.mock.calls, checkAgain.mock.calls]).toEqual([[[["content"]], [["content"]]], []]);
});

import { beforeEach, expect, test, vi } from "vitest";
import { afterSaves } from "./after-saves.ts";

/** Longer than work waits for a save that no page shows. */
const waitMs = 60_000;
const work = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  work.mockReset();
  return () => void vi.useRealTimers();
});

test("work for several saves starts once, after pages that show them were loaded", async () => {
  const { noteSaved, noteShown } = afterSaves(work);
  noteSaved();
  noteSaved();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).not.toHaveBeenCalled();
  noteShown();
  noteShown();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(work).toHaveBeenCalledTimes(1);
  noteShown();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(work).toHaveBeenCalledTimes(1);
});

test("work for a save that no page shows starts as well, unless the server ended", async () => {
  const { noteSaved, end } = afterSaves(work);
  noteSaved();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(work).toHaveBeenCalledTimes(1);
  noteSaved();
  end();
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(work).toHaveBeenCalledTimes(1);
});

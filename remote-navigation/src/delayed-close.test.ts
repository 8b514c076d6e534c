import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDelayedClose, regionCloseDelay } from "./delayed-close.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("B076 the popup closes 500 ms after the button lost focus, not before", () => {
  const close = vi.fn();
  createDelayedClose(close, regionCloseDelay).schedule();
  vi.advanceTimersByTime(499);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledOnce();
});

test("the popup stays when focus is back in time", () => {
  const close = vi.fn();
  const closing = createDelayedClose(close, regionCloseDelay);
  closing.schedule();
  closing.cancel();
  vi.advanceTimersByTime(1000);
  expect(close).not.toHaveBeenCalled();
});

test("leaving twice closes once, counted from the last time", () => {
  const close = vi.fn();
  const closing = createDelayedClose(close, regionCloseDelay);
  closing.schedule();
  vi.advanceTimersByTime(400);
  closing.schedule();
  vi.advanceTimersByTime(400);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(close).toHaveBeenCalledOnce();
});

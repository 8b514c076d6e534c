import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followScroll, type ScrollState } from "./quick-area.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openPage() {
  const states: ScrollState[] = [];
  return { states, scroll: followScroll((state) => states.push(state)) };
}

test("B082 the state is `moving` at the first scroll event", () => {
  const { states, scroll } = openPage();
  scroll();
  expect(states).toEqual(["moving"]);
});

test("B083 the page settles 1000 ms after scrolling stopped, not before", () => {
  const { states, scroll } = openPage();
  scroll();
  vi.advanceTimersByTime(999);
  expect(states.at(-1)).toBe("moving");
  vi.advanceTimersByTime(1);
  expect(states.at(-1)).toBe("settling");
});

test("B084 the page is still 200 ms after that, not before", () => {
  const { states, scroll } = openPage();
  scroll();
  vi.advanceTimersByTime(1199);
  expect(states.at(-1)).toBe("settling");
  vi.advanceTimersByTime(1);
  expect(states.at(-1)).toBe("still");
  expect(vi.getTimerCount()).toBe(0);
});

test("B083 B084 another scroll event restarts the time, also while the page settles", () => {
  const { states, scroll } = openPage();
  scroll();
  vi.advanceTimersByTime(900);
  scroll();
  vi.advanceTimersByTime(900);
  expect(states.at(-1)).toBe("moving");
  vi.advanceTimersByTime(200);
  expect(states.at(-1)).toBe("settling");
  scroll();
  vi.advanceTimersByTime(300);
  expect(states.at(-1)).toBe("moving");
  vi.advanceTimersByTime(900);
  expect(states.at(-1)).toBe("still");
});

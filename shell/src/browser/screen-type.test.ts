import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { breakpoints, type ScreenType } from "@site/contracts/visitor/screen-type";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { followResize } from "./screen-type.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A window whose width tests change, and the calls that the changes caused. */
function openWindow(width: number) {
  const types: ScreenType[] = [];
  const onDevice = vi.fn();
  const readWidth = vi.fn(() => width);
  const onResize = followResize(readWidth, { onType: (type) => types.push(type), onDevice });
  readWidth.mockClear();
  return {
    types,
    onDevice,
    readWidth,
    pull(to: number) {
      width = to;
      onResize();
    },
  };
}

describe("B065 a window that is being resized", () => {
  test("is measured at once, and then at most every 100 ms", () => {
    const { readWidth, pull } = openWindow(1440);
    for (let elapsed = 0; elapsed < 1000; elapsed += 10) {
      pull(1440 - elapsed);
      vi.advanceTimersByTime(10);
    }
    expect(readWidth).toHaveBeenCalledTimes(11);
  });

  test("is not measured a second time within 99 ms", () => {
    const { readWidth, pull } = openWindow(1440);
    pull(1300);
    pull(1000);
    vi.advanceTimersByTime(99);
    expect(readWidth).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(readWidth).toHaveBeenCalledTimes(2);
  });

  test("ends with the type of its last width, reported once for each change", () => {
    const { types, pull } = openWindow(1440);
    pull(1243);
    pull(900);
    pull(500);
    vi.advanceTimersByTime(100);
    pull(510);
    vi.advanceTimersByTime(1000);
    expect(types).toEqual(["tablet", "mobile"]);
  });

  test("is not measured while its width stays the same", () => {
    const { readWidth, pull } = openWindow(1440);
    pull(1300);
    vi.advanceTimersByTime(10_000);
    expect(readWidth).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("B066 the device is read again 50 ms after the last resize, once", () => {
  const { onDevice, pull } = openWindow(1440);
  pull(1300);
  vi.advanceTimersByTime(40);
  pull(1200);
  vi.advanceTimersByTime(49);
  expect(onDevice).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDevice).toHaveBeenCalledTimes(1);
});

test("B064 style sheets of the site change at the breakpoints and nowhere else", () => {
  const sheets = globSync(["shell/src/**/*.css", "shared-contracts/css/*.css", "remote-*/src/**/*.css"], {
    cwd: workspaceRoot,
  });
  const foreign = sheets.flatMap((file) =>
    [...readFileSync(join(workspaceRoot, file), "utf8").matchAll(/\((min|max)-width: (\d+)px\)/g)]
      .filter(([, edge, width]) => !breakpoints.some((one) => one === Number(width) + (edge === "max" ? 1 : 0)))
      .map(([query]) => `${file}: ${query}`),
  );
  expect(sheets.length).toBeGreaterThan(20);
  expect(foreign).toEqual([]);
});

import { expect, test } from "vitest";
import { breakpoints, toScreenType } from "./screen-type.ts";

test.each([
  ["B061", 1244, "desktop"],
  ["B061", 5120, "desktop"],
  ["B062", 1243, "tablet"],
  ["B062", 1243.9, "tablet"],
  ["B062", 768, "tablet"],
  ["B063", 767, "mobile"],
  ["B063", 767.9, "mobile"],
  ["B063", 320, "mobile"],
  ["B063", 0, "mobile"],
])("%s a viewport of %d is a %s", (_behaviour, width, type) => {
  expect(toScreenType(width)).toBe(type);
});

test("B064 the breakpoints are those of the specification, and a screen changes its type at two of them only", () => {
  expect(breakpoints).toEqual([320, 640, 768, 1024, 1244, 1280, 1536]);
  expect(breakpoints.filter((width) => toScreenType(width) !== toScreenType(width - 1))).toEqual([768, 1244]);
});

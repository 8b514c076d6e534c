import { expect, test } from "vitest";
import { isClosingSwipe } from "./closing-swipe.ts";

const slow = 2000;

test("B160 a swipe over more than a tenth of the modal closes it at any speed", () => {
  expect(isClosingSwipe({ distance: 41, size: 400, milliseconds: slow })).toBe(true);
  expect(isClosingSwipe({ distance: 40, size: 400, milliseconds: slow })).toBe(false);
});

test("B161 a swipe of at most 300 milliseconds closes it at any length", () => {
  expect(isClosingSwipe({ distance: 12, size: 400, milliseconds: 300 })).toBe(true);
});

test("B162 a shorter and slower swipe does not close it", () => {
  expect(isClosingSwipe({ distance: 39, size: 400, milliseconds: 301 })).toBe(false);
});

test("neither a quick tap nor a swipe in the opposite direction closes it", () => {
  expect(isClosingSwipe({ distance: 4, size: 400, milliseconds: 40 })).toBe(false);
  expect(isClosingSwipe({ distance: -200, size: 400, milliseconds: 40 })).toBe(false);
});

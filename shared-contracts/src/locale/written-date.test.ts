import { expect, test } from "vitest";
import { formatDate } from "./written-date.ts";

test.each([
  ["en", "13 December 2024"],
  ["pt-br", "13 de dezembro de 2024"],
])("a day is written as its language writes it (%s)", (language, written) => {
  expect(formatDate("2024-12-13", language)).toBe(written);
});

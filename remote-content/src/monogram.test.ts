import { expect, test } from "vitest";
import { toMonogram } from "./monogram.ts";

test("a monogram is the first letter of the first and of the last name", () => {
  expect(toMonogram("Test One")).toBe("TO");
  expect(toMonogram("test de la one")).toBe("TO");
});

test("a single name gives a single letter", () => {
  expect(toMonogram("Test")).toBe("T");
  expect(toMonogram(" ")).toBe("");
});

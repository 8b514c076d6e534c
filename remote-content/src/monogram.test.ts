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

test("a letter outside of the first 65,536 characters stays whole", () => {
  expect(toMonogram("𠮷田 一")).toBe("𠮷一");
  expect(toMonogram("Ace 😀")).toBe("A😀");
});

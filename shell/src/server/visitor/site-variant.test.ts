import { expect, test } from "vitest";
import { parseVariant } from "./site-variant.ts";

test.each(["none", "warning", "blocked", "ontario", "denied"])("B155 %s names a variant of a page", (name) => {
  expect(parseVariant(name)).toEqual({ rule: name, channel: "stable" });
  expect(parseVariant(`${name}.canary`)).toEqual({ rule: name, channel: "canary" });
});

test.each([
  undefined,
  "",
  "None",
  "none.",
  "none.stable",
  "none.canary.canary",
  "none,none.canary",
  ["none.canary"],
  "unknown",
  ["none"],
  ["none", "blocked"],
])("B155 %j names none", (value) => {
  expect(parseVariant(value)).toBeUndefined();
});

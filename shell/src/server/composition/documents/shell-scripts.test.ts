import { expect, test } from "vitest";
import { isFirstLibrary } from "./shell-scripts.ts";

test.each([
  ["browser/react.js", true],
  ["browser/react-core.js", true],
  ["browser/federation.bd964e4f.js", true],
  ["browser/core.js", false],
  ["browser/modals.js", false],
  ["browser/react.js.br", false],
  ["server/react.js", false],
])("%s: fetched beside the core is %s, also with the hash that names of earlier releases have", (path, isFirst) => {
  expect(isFirstLibrary(path)).toBe(isFirst);
});

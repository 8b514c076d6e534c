import { expect, test } from "vitest";
import { toBuildLines } from "./build-lines.ts";

test("a build names each package: what was built in how many milliseconds, and what was up to date", () => {
  const built = new Map([["shell", { version: "1.0.0-f1ce791d46ec", ms: 24_260.4 }]]);
  const lines = toBuildLines(["shell", "content"], built, () => "1.0.0-15a447316f43");
  expect(lines).toEqual([
    "built shell@1.0.0-f1ce791d46ec in 24260 ms",
    "content@1.0.0-15a447316f43 is up to date with its sources",
  ]);
});

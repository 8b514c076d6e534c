import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findDataProblems } from "./find-data-problems.ts";

test("a document that is missing is said to be, with what to do, and one that cannot be parsed with its line", () => {
  const root = mkdtempSync(join(tmpdir(), "data-problems-"));
  try {
    cpSync(join(import.meta.dirname, "../data"), root, { recursive: true });
    expect(findDataProblems(root, root)).toEqual([]);
    renameSync(join(root, "geo-rules.json"), join(root, "rules.json"));
    writeFileSync(join(root, "navigations.json"), '{\n  "items": none\n}\n');
    expect(findDataProblems(root, root)).toEqual([
      expect.objectContaining({ file: "navigations.json", line: 2, frame: expect.stringContaining('"items": none') }),
      {
        kind: "data",
        file: "geo-rules.json",
        text: expect.stringMatching(/^The document is missing\. .* Put it back/),
      },
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { readDocument, workspaceRoot } from "./markdown-files.ts";

const index = readDocument("docs/decisions/README.md");
const records = globSync("docs/decisions/[0-9]*.md", { cwd: workspaceRoot }).toSorted();

/** The rows of the index: number, then the second cell, which links to the record or says why there is none. */
const rows = [...index.matchAll(/^\| (\d{4}) \| (.+?) \| (.*?) \|$/gm)].map(
  ([, number = "", what = "", changes = ""]) => ({
    number,
    what,
    changes,
  }),
);

test("the index has each number once, from the first to the last record", () => {
  const last = Number(basename(records.at(-1) ?? "").slice(0, 4));
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: last }, (_, place) => String(place + 1).padStart(4, "0")),
  );
});

test("the index links to each record under its own title, and says of every other number that there is none", () => {
  const expected = rows.map(({ number }) => {
    const file = records.find((path) => basename(path).startsWith(number));
    if (file === undefined) return "no record";
    const [, title] = /^# \d{4} (.+)$/m.exec(readDocument(file)) ?? [];
    return `[${title}](${basename(file)})`;
  });
  expect(rows.map(({ what }) => (what.startsWith("No record") ? "no record" : what))).toEqual(expected);
});

test("a record that the index calls changed by another is named by that one, or names it", () => {
  const changed = rows.flatMap(({ number, changes }) =>
    [...changes.matchAll(/\b(\d{4})\b/g)].map(([, by = ""]) => ({ number, by })),
  );
  const silent = changed.filter(({ number, by }) => !names(by, number) && !names(number, by));
  expect(changed.length).toBeGreaterThan(5);
  expect(silent).toEqual([]);
});

/** Whether one record names another by its number: `record 34`, `0034`. */
function names(from: string, to: string): boolean {
  const file = records.find((path) => basename(path).startsWith(from));
  return (
    file !== undefined && new RegExp(`\\b(0{0,2}${Number(to)}|${to})\\b`).test(readDocument(file).replace(/^# .*/, ""))
  );
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  behavioursFile,
  findTests,
  listNamed,
  listSources,
  parseBehaviours,
  withoutComments,
  writeTests,
} from "./behaviours.ts";
import { readDocument, workspaceRoot } from "./markdown-files.ts";

const behaviours = parseBehaviours(readDocument(behavioursFile));

describe("the list of behaviours", () => {
  test("counts them without a gap", () => {
    expect(behaviours.map(({ id }) => id)).toEqual(
      Array.from({ length: Math.max(295, behaviours.length) }, (_, index) => `B${String(index + 1).padStart(3, "0")}`),
    );
  });

  test("names packages of this workspace as owners", () => {
    expect(behaviours.filter(({ owners }) => !owners.every(isPackage)).map(({ id }) => id)).toEqual([]);
  });

  test("has a test for each, or the reason why there is none", () => {
    const tests = findTests();
    const unproved = behaviours.filter((one) => !tests.has(one.id) && !/^No test: .{20,}/.test(one.tests));
    expect(unproved.map(({ id }) => id)).toEqual([]);
  });

  test("links to the tests there are; `npm run behaviours` writes them", () => {
    const written = parseBehaviours(writeTests(readDocument(behavioursFile), findTests()));
    const stale = behaviours.filter((one, index) => one.tests !== written[index]?.tests);
    expect(stale.map(({ id }) => id)).toEqual([]);
  });
});

test("no test, comment or README names a behaviour that is not in the list", () => {
  const known = new Set(behaviours.map(({ id }) => id));
  const unknown = listSources()
    .filter((path) => !path.startsWith("scripts/docs/"))
    .flatMap((path) => listNamed(readDocument(path)).map((id) => ({ path, id })))
    .filter(({ id }) => !known.has(id))
    .map(({ path, id }) => `${path}: ${id}`);
  expect(unknown).toEqual([]);
});

describe("what names a behaviour", () => {
  test("a number does, and a range names each number in it", () => {
    expect(listNamed("B083 B210-B212 home, B900b, XB001")).toEqual(["B083", "B210", "B211", "B212"]);
  });

  test("a comment does not", () => {
    const source = [
      "// B001",
      "/** B002",
      " * B003 */",
      'test("B004 a title", () => {}); // B005',
      'const url = "http://B006";',
    ];
    expect(listNamed(withoutComments(source.join("\n")))).toEqual(["B004", "B006"]);
  });

  test("an example in the tests of the list does not", () => {
    const named = [...findTests()].filter(([, paths]) => paths.some((path) => path.startsWith("scripts/docs/")));
    expect(named.map(([id]) => id)).toEqual([]);
  });

  test("a row gets links to its tests with their kinds, and keeps its reason when there are none", () => {
    const found = new Map([["B001", ["shell/e2e/pages/routes.sites.e2e.test.ts", "shell/src/routes.test.ts"]]]);
    const links =
      "[routes, e2e](../shell/e2e/pages/routes.sites.e2e.test.ts), [routes, unit](../shell/src/routes.test.ts)";
    expect(writeTests([row("B001", "  "), row("B002", " No test: a recipe. ")].join("\n"), found)).toBe(
      [row("B001", ` ${links} `), row("B002", " No test: a recipe. ")].join("\n"),
    );
  });
});

/** Whether an owner is a package of this workspace. */
function isPackage(owner: string): boolean {
  return (
    owner === "all" || existsSync(join(workspaceRoot, owner === "shell" ? owner : `remote-${owner}`, "package.json"))
  );
}

/** A row of the list with the given fourth cell. */
function row(id: string, cell: string): string {
  return `| ${id} | A sentence. | shell |${cell}|`;
}

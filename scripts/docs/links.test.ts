import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listDocuments, listFragments, listLocalLinks, workspaceRoot } from "./markdown-files.ts";

test("every link of a document to this repository leads to a file", () => {
  const documents = listDocuments();
  expect(documents).toContain("README.md");
  const broken = documents.flatMap((path) =>
    listLocalLinks(path)
      .filter(({ target }) => !existsSync(join(workspaceRoot, target)))
      .map(({ target }) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every link of a document to a heading leads to one", () => {
  const broken = listDocuments().flatMap((path) =>
    listLocalLinks(path)
      .filter(
        ({ target, fragment }) => fragment !== "" && target.endsWith(".md") && existsSync(join(workspaceRoot, target)),
      )
      .filter(({ target, fragment }) => !listFragments(target).includes(fragment))
      .map(({ target, fragment }) => `${path}: ${target}#${fragment}`),
  );
  expect(broken).toEqual([]);
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listDocuments, listFragments, listLocalLinks, readDocument, workspaceRoot } from "./markdown-files.ts";

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

test("every path of this repository that a document names exists", () => {
  const missing = listDocuments().flatMap((path) =>
    [...readDocument(path).matchAll(/`((?:shell|shared-contracts|remote-[a-z-]+|docs|scripts|deploy)\/[\w./-]+)`/g)]
      .map(([, named = ""]) => named)
      .filter((named) => !/(^|\/)(dist|\.build|results)(\/|$)|remote-(x|yours)\//.test(named))
      .filter((named) => !existsSync(join(workspaceRoot, named)))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test("every entry of the contract that a document names is exported", () => {
  const { exports } = JSON.parse(readDocument("shared-contracts/package.json"));
  const entries = new Set(Object.keys(exports).map((key) => key.replace(/^\./, "@site/contracts")));
  const unknown = listDocuments()
    .filter((path) => !path.endsWith("CHANGELOG.md"))
    .flatMap((path) =>
      [...readDocument(path).matchAll(/`(@site\/contracts\/[\w/-]+)`/g)]
        .map(([, named = ""]) => named)
        .filter((named) => !entries.has(named))
        .map((named) => `${path}: ${named}`),
    );
  expect(unknown).toEqual([]);
});

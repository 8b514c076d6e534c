import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { readDocument, workspaceRoot } from "./markdown-files.ts";

const isGenerated = /(^|\/)(node_modules|dist|\.[^/]*)$/;

/** The READMEs that say what is in which folder, with the folders that they list. */
test.each([
  ["shared-contracts/README.md", "shared-contracts/*/"],
  ["shell/README.md", "shell/{.,src,cli,src/browser,src/server}/*/"],
])("%s names each folder of %s", (document, pattern) => {
  const text = readDocument(document);
  const folders = globSync(pattern, { cwd: workspaceRoot }).filter(
    (path) => !isGenerated.test(path.replace(/\/$/, "")),
  );
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.map((path) => basename(path)).filter((name) => !text.includes(`${name}/`))).toEqual([]);
});

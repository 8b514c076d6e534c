import { expect, test } from "vitest";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { changesBuild, findBrowserTests } from "./changed.ts";

const root = join(import.meta.dirname, "..");

test("a change of a document needs no browser test and no build", () => {
  expect(findBrowserTests(["README.md", "docs/glossary.md", "scripts/test.ts"])).toEqual([]);
  expect(changesBuild(["README.md", "docs/glossary.md"])).toBe(false);
});

test("a change of a remote needs the tests that show it, and a build", () => {
  const filters = findBrowserTests(["remote-support-chat/src/chat.ts"]);
  expect(filters).toContain("shell/e2e/chat/");
  expect(filters).not.toContain("shell/e2e/downloads/");
  expect(changesBuild(["remote-support-chat/src/chat.ts"])).toBe(true);
});

test("a change of the shell, of the contract, of the tests' harness or of a file at the root needs all browser tests", () => {
  for (const path of [
    "shell/src/server/app.ts",
    "shared-contracts/src/x.ts",
    "shell/e2e/harness/use-site.ts",
    "x.json",
  ])
    expect(findBrowserTests([path, "remote-content/src/page.tsx"]), path).toBeUndefined();
});

test("a changed browser test needs itself, and a file beside it the tests of its folder", () => {
  expect(findBrowserTests(["shell/e2e/chat/drivers.e2e.test.ts", "shell/e2e/pages/read-page.ts"])).toEqual([
    "shell/e2e/chat/drivers.e2e.test.ts",
    "shell/e2e/pages/",
  ]);
});

test("every remote of the workspace has browser tests", () => {
  for (const folder of readdirSync(root).filter((one) => one.startsWith("remote-")))
    expect(findBrowserTests([`${folder}/src/x.ts`])?.length, folder).toBeGreaterThan(4);
});

test("every filter names a test file that is there", () => {
  const files = readdirSync(join(root, "shell/e2e"), { recursive: true, encoding: "utf8" }).map(
    (path) => `shell/e2e/${path}`,
  );
  const remotes = readdirSync(root).filter((one) => one.startsWith("remote-"));
  const filters = new Set(remotes.flatMap((folder) => findBrowserTests([`${folder}/src/x.ts`]) ?? []));
  expect([...filters].filter((one) => !files.some((file) => file.startsWith(one)))).toEqual([]);
});

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeSettings } from "../../shared-contracts/pack/remote-template.ts";
import { orderedFolders } from "./folder-order.ts";

const root = join(import.meta.dirname, "../..");

/** What is refused: why, a file, its text, and a part of the message. No file has the name of one that another imports. */
const refused = [
  [
    "a folder that imports from a folder above it",
    "shell/src/server/pages/publishing-page.ts",
    `export { publish } from "../publishing/publish.ts";`,
    "shell/src/server/pages/ stands below shell/src/server/publishing/",
  ],
  [
    "a type from a folder above",
    "shell/src/server/releases/shown-release.ts",
    `import type { Page } from "../pages/page.ts";\nexport type Shown = Page;`,
    "shell/src/server/releases/ stands below shell/src/server/pages/",
  ],
  [
    "a store in NATS that imports from what reads it",
    "shell/src/server/releases/nats/nats-blobs.ts",
    `export { createSignedStore } from "../signed-store.ts";`,
    "shell/src/server/releases/nats/ stands below shell/src/server/releases/",
  ],
  [
    "what verbs of the command share, when it imports a verb",
    "shell/cli/command-line/columns.ts",
    `export { addShow } from "../commands/show.ts";`,
    "shell/cli/command-line/ stands below shell/cli/commands/",
  ],
  [
    "a folder of the contract that imports from a folder above it",
    "shared-contracts/src/names/page-name.ts",
    `import { toPage } from "../pages/page.ts";\nexport const page = toPage;`,
    "shared-contracts/src/names/ stands below shared-contracts/src/pages/",
  ],
  [
    "server code in the shell's browser code",
    "shell/src/browser/composing-core.ts",
    `import { compose } from "../server/composition/process/composer.ts";\nexport const first = compose;`,
    "Browser code never imports server code",
  ],
  [
    "a *.server file in code for both sides",
    "shared-contracts/src/releases/hashed-set.ts",
    `import { toDigest } from "./digest.server.ts";\nexport const hash = toDigest;`,
    "This file runs in the browser too",
  ],
  [
    "a *.server file by its published name",
    "remote-content/src/ui/digest-page.tsx",
    `import { toDigest } from "@site/contracts/releases/digest";\nexport const hash = toDigest;`,
    "This file runs in the browser too",
  ],
  [
    "browser code in server code",
    "shell/src/server/pages/browser-page.ts",
    `export { start } from "../../browser/core.ts";`,
    "Server code never imports browser code",
  ],
  [
    "a module of Node in code for both sides",
    "shared-contracts/src/releases/node-set.ts",
    `import { createHash } from "node:crypto";\nexport const hash = createHash;`,
    "call the file *.server.ts",
  ],
  [
    "the window in code for both sides",
    "remote-content/src/ui/window-page.tsx",
    `export function readWidth(): number {\n  return window.innerWidth;\n}`,
    "Only *.browser.ts(x) touches window",
  ],
  [
    "another library under the name of valibot",
    "shared-contracts/src/pages/wire-payload.ts",
    `import * as v from "../wire/wire-schema.ts";\nexport const text = v.string();`,
    "means valibot and nothing else",
  ],
  [
    "a remote that imports another",
    "remote-content/src/ui/button-page.tsx",
    `import { Button } from "../../../remote-download/src/ui/button.tsx";\nexport const Again = Button;`,
    "Remotes never import each other or the shell. Emit an event",
  ],
  [
    "a remote that imports the shell's side of the contract",
    "remote-content/src/ui/mounting-page.tsx",
    `import { mountIslands } from "@site/contracts/host/islands";\nexport const mount = mountIslands;`,
    "That is the shell's side of the contract",
  ],
  [
    "a unit test that starts a server",
    "shell/src/server/pages/slow.test.ts",
    `import { useFixtureApp } from "../testing/use-fixture-app.ts";\nexport const { app } = useFixtureApp();`,
    "call the file *.integration.test.ts",
  ],
  [
    "the shell that imports a remote",
    "shell/src/layout/content-routes.ts",
    `import { Page } from "../../../remote-content/src/ui/page.tsx";\nexport const page = Page;`,
    "The shell never imports a remote",
  ],
  [
    "a contract that imports the shell",
    "shared-contracts/src/pages/shell-layout.ts",
    `import { routes } from "../../../shell/src/layout/routes.ts";\nexport const all = routes;`,
    "Move the feature to its owner",
  ],
] as const;

/** Two files that import each other, by type alone. */
const circle = {
  "shell/src/server/pages/page.ts": `import type { Key } from "./key.ts";\nexport interface Page {\n  key: Key;\n}\n`,
  "shell/src/server/pages/key.ts": `import type { Page } from "./page.ts";\nexport interface Key {\n  page: Page;\n}\n`,
};

/** What is accepted: why, a file, its text. */
const accepted = [
  [
    "a folder that imports from a folder below it",
    "shell/src/server/publishing/lower-publish.ts",
    `export { page } from "../pages/page.ts";`,
  ],
  [
    "the type of a server file in browser code",
    "shell/src/browser/typed-core.ts",
    `import type { Page } from "../server/pages/page.ts";\nexport type Shown = Page;`,
  ],
  ["the window in a *.browser file", "remote-content/src/width.browser.ts", `export const width = window.innerWidth;`],
  [
    "an integration test that starts a server",
    "shell/src/server/pages/slow.integration.test.ts",
    `import { useFixtureApp } from "../testing/use-fixture-app.ts";\nexport const { app } = useFixtureApp();`,
  ],
  [
    "a test that uses every side and folder",
    "shell/src/server/pages/free.test.ts",
    `export { publish } from "../publishing/publish.ts";\nexport { start } from "../../browser/core.ts";`,
  ],
] as const;

/** What the linter says of each file, in a workspace that has nothing else, with the project's own configuration. */
const said = new Map<string, string[]>();
const readSaid = (path: string): readonly string[] => said.get(path) ?? [];

let workspace = "";
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), "lint-"));
  for (const file of [".oxlintrc.json", "scripts/lint", "shared-contracts/package.json"])
    cpSync(join(root, file), join(workspace, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(workspace, "node_modules"));
  const files = [...refused, ...accepted].map(([, path, text]) => [path, text] as const);
  for (const [path, text] of [...files, ...Object.entries(circle)]) {
    if (existsSync(join(workspace, path))) throw new Error(`Two cases have the file ${path}.`);
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/oxlint"),
    ["--deny-warnings", "--format=json", "shell", "shared-contracts/src", "remote-content"],
    { cwd: workspace, encoding: "utf8" },
  );
  const output: { number_of_files: number; diagnostics: { message: string; help?: string; filename: string }[] } =
    JSON.parse(stdout);
  expect(output.number_of_files).toBe(files.length + Object.keys(circle).length);
  for (const { message, help, filename } of output.diagnostics)
    said.set(filename, [...readSaid(filename), `${message} ${help ?? ""}`]);
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe("the linter refuses", () => {
  test.each(refused)("%s", (_what, path, _text, message) => {
    expect(readSaid(path)).toContainEqual(expect.stringContaining(message));
  });

  test("two files that import each other, by type alone too", () => {
    const output = Object.keys(circle).flatMap(readSaid);
    expect(output).toContainEqual(expect.stringContaining("Dependency cycle detected"));
  });
});

test.each(accepted)("the linter accepts %s", (_what, path) => {
  expect(readSaid(path)).toEqual([]);
});

test("every folder of the order exists", () => {
  expect(orderedFolders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});

test("no message of the rules that teams get names a file of this workspace", () => {
  const folder = mkdtempSync(join(tmpdir(), "lint-settings-"));
  writeSettings(folder);
  const settings = readFileSync(join(folder, "oxlintrc.json"), "utf8");
  rmSync(folder, { recursive: true });
  expect([...settings.matchAll(/"message": "(.*shared-contracts\/.*)"/g)].map(([, message]) => message)).toEqual([]);
});

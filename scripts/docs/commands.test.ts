import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listDocuments, readDocument, workspaceRoot } from "./markdown-files.ts";

const { scripts } = JSON.parse(readDocument("package.json"));
const runner = readFileSync(join(workspaceRoot, "scripts/run.mjs"), "utf8");

test("documents call commands by npm run alone, because pnpm is not on the path of a machine that ran npm start", () => {
  const foreign = listDocuments().flatMap((path) =>
    readDocument(path)
      .split("\n")
      .flatMap((line, index) =>
        /(?:^|[\s`(])pnpm (?:--|dev|site|bench|run|start|test|build)/.test(line)
          ? [`${path}:${index + 1}: ${line.trim()}`]
          : [],
      ),
  );
  expect(foreign).toEqual([]);
});

test("every command that a document calls by npm run is a script of the workspace", () => {
  const missing = listDocuments().flatMap((path) =>
    [...readDocument(path).matchAll(/npm run (?:-s )?([a-z]+)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

// Without exec, a shell stands between npm and the command: it ends on SIGTERM and passes it to nothing, so a server would go on and keep its port.
test("the script that serves a package alone is ended with npm", () => {
  const packages = globSync("{remote-*,shell}/package.json", { cwd: workspaceRoot });
  expect(packages).toHaveLength(6);
  for (const path of packages) expect(JSON.parse(readDocument(path)).scripts.dev, path).toMatch(/^exec node /);
});

test("the script of every command of the runner is in the workspace's package.json, installs what is missing first, and is ended with npm", () => {
  const commands = [...runner.matchAll(/^ {2}([a-z]+): \["/gm)].map(([, name = ""]) => name);
  expect(commands).toContain("workbench");
  for (const name of commands) expect(scripts[name], name).toBe(`exec node scripts/run.mjs ${name}`);
});

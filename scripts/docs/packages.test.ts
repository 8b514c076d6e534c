import { globSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentSchema } from "../../shell/src/server/environment-variables.ts";
import { readDocument, workspaceRoot } from "./markdown-files.ts";

const packages = globSync("*/package.json", { cwd: workspaceRoot }).map(dirname).toSorted();

describe("a package of the workspace", () => {
  test.each(packages)("%s has a README that says who owns it, as CODEOWNERS does", (name) => {
    const [, team] = /Owner: team ([A-Z]\w+)/.exec(readDocument(`${name}/README.md`)) ?? [];
    const [, owner] = new RegExp(`^/${name}/ +@site/(\\w+)-team$`, "m").exec(readDocument(".github/CODEOWNERS")) ?? [];
    expect(owner).toBeDefined();
    expect(owner).toBe(team?.toLowerCase());
  });
});

test("the newest version in the changelog of the contract is the contract's", () => {
  const { version } = JSON.parse(readDocument("shared-contracts/package.json"));
  const [newest] = [...readDocument("shared-contracts/CHANGELOG.md").matchAll(/^## (\d\S+)$/gm)].map(
    ([, title]) => title,
  );
  expect(newest).toBe(version);
});

test("editors indent and wrap as the formatter does", () => {
  const { printWidth, tabWidth = 2, useTabs = false } = JSON.parse(readDocument(".oxfmtrc.json"));
  const editor = readDocument(".editorconfig");
  expect(editor).toContain(`max_line_length = ${printWidth}`);
  expect(editor).toContain(`indent_size = ${tabWidth}`);
  expect(editor).toContain(`indent_style = ${useTabs ? "tab" : "space"}`);
});

test("packages are compared with the Node that is pinned", () => {
  const workspace = readDocument("pnpm-workspace.yaml");
  const [, pinned] = /^  node: (\S+)$/m.exec(workspace) ?? [];
  const [, compared] = /^nodeVersion: (\S+)$/m.exec(workspace) ?? [];
  expect(pinned).toBeDefined();
  expect(compared).toBe(pinned);
});

test("the hosted workflow runs the README's two commands, with actions of a tagged version", () => {
  const workflow = readDocument(".github/workflows/ci.yml");
  expect(readDocument(".ci/run")).toMatch(/^npm test$/m);
  expect(workflow).toContain("run: npm test -- --shard=${{ matrix.shard }}/${{ strategy.job-total }}\n");
  const shards = /^ +shard: \[(.+)\]$/m.exec(workflow)?.[1]?.split(", ").map(Number) ?? [];
  expect(shards.length).toBeGreaterThan(1);
  expect(shards).toEqual(shards.map((_, index) => index + 1));
  expect(workflow).toMatch(/^ +npm start /m);
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@v\d+/.test(action ?? ""))).toEqual([]);
});

test("the README explains every variable of the environment, and no other", () => {
  const parsed = Object.keys(environmentSchema.entries);
  const explained = [...readDocument("README.md").matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(parsed.length).toBeGreaterThan(10);
  expect(explained.toSorted()).toEqual(parsed.toSorted());
});

test("every command that the documents tell to run with npm exists", () => {
  const { scripts } = JSON.parse(readDocument("package.json"));
  const unknown = ["README.md", "CONTRIBUTING.md", "AGENTS.md", "docs/releases.md", "docs/behaviours.md"].flatMap(
    (path) =>
      [...readDocument(path).matchAll(/(?<!p)npm (?:run )?([a-z]+)/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !["install", "run"].includes(name) && scripts[name] === undefined)
        .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("the README of the contract has every entry that a remote imports", () => {
  const readme = readDocument("shared-contracts/README.md");
  const imported = globSync("remote-*/{*.ts,src/**/*.{ts,tsx},testing/**/*.ts}", { cwd: workspaceRoot }).flatMap(
    (path) => [...readDocument(path).matchAll(/from "(@site\/contracts\/[\w/-]+)"/g)].map(([, entry = ""]) => entry),
  );
  expect(new Set(imported).size).toBeGreaterThan(20);
  expect([...new Set(imported)].filter((entry) => !readme.includes(`\`${entry}\``))).toEqual([]);
});

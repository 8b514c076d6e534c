import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { expect, test } from "vitest";
import { toPackageRoot, toSourceFingerprint, workspaceRoot } from "./workspace.ts";

test("every package has its folder, with an Rspack configuration", () => {
  for (const name of packageNames) expect(existsSync(join(toPackageRoot(name), "rspack.config.ts"))).toBe(true);
  expect(toPackageRoot("shell")).toBe(join(workspaceRoot, "shell"));
  expect(toPackageRoot("support-chat")).toBe(join(workspaceRoot, "remote-support-chat"));
});

test("every package has a fingerprint of its own sources", () => {
  const prints = packageNames.map((name) => toSourceFingerprint(name));
  expect(new Set(prints).size).toBe(packageNames.length);
  for (const print of prints) expect(print).toMatch(/^[0-9a-f]{64}$/);
});

const readScripts = (root: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

test("every package has the same scripts, and `build` is `rspack build`", () => {
  const names = ["build", "dev", "types", "lint", "format", "unit", "contract"];
  for (const name of packageNames) {
    const scripts = readScripts(toPackageRoot(name));
    expect({ name, scripts: Object.keys(scripts), build: scripts["build"] }).toEqual({
      name,
      scripts: names,
      build: "rspack build",
    });
  }
  // The contract is source: the packages that import it bundle it, and show it in their workbench.
  const notOfContract = new Set(["build", "dev"]);
  expect(Object.keys(readScripts(join(workspaceRoot, "shared-contracts")))).toEqual([
    ...names.filter((name) => !notOfContract.has(name)),
    "prepack",
  ]);
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { expect, test } from "vitest";
import { toPackageRoot, toSourceFingerprint, workspaceRoot } from "./workspace.ts";

test("every package has its folder, with a build of one line", () => {
  for (const name of packageNames) expect(existsSync(join(toPackageRoot(name), "rspack.config.ts"))).toBe(true);
  expect(toPackageRoot("shell")).toBe(join(workspaceRoot, "shell"));
  expect(toPackageRoot("support-chat")).toBe(join(workspaceRoot, "remote-support-chat"));
});

test("every package has a fingerprint of its own sources", () => {
  const prints = packageNames.map(toSourceFingerprint);
  expect(new Set(prints).size).toBe(packageNames.length);
  for (const print of prints) expect(print).toMatch(/^[0-9a-f]{64}$/);
});

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../shell/cli/workspace/workspace.ts";

function run(...words: string[]): [code: number | null, output: string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(workspaceRoot, "scripts/run.mjs"), ...words], {
    encoding: "utf8",
  });
  return [status, `${stdout}${stderr}`];
}

test("a command has its options also behind the two hyphens that pnpm hands on", () => {
  const help = run("site", "promote", "--help");
  expect(help).toEqual([0, expect.stringContaining("--why")]);
  expect(run("site", "--", "promote", "--help")).toEqual(help);
});

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

test.each([
  ["an unknown check", ["unitt"], "There is no check unitt. There are: types, "],
  ["an unknown option", ["--shardd=2/4"], "There is no option --shardd=2/4. There are: --changed, "],
  ["a shard that there is not", ["--shard=5/4"], "such as --shard=2/4, not 5/4."],
  ["durations of a part", ["--shard=2/4", "--durations"], "--shard goes with neither --durations nor --changed."],
  ["a part of what changed", ["--shard=2/4", "--changed=main"], "--shard goes with neither --durations nor --changed."],
])("npm test refuses %s before it runs anything", (_what, words, said) => {
  const [code, output] = run("test", ...words);
  expect(code).toBe(1);
  expect(output.trim()).toContain(said);
  expect(output.trim().split("\n")).toHaveLength(1);
});

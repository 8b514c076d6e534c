import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyRemote } from "./workbench/copy-remote.ts";

const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");

test("the suite of a remote that cannot be built says why, and nothing else", { timeout: 120_000 }, () => {
  const copy = copyRemote("navigation", ["footer"]);
  try {
    writeFileSync(join(copy.root, "src/exposes/extra.tsx"), "export const label = 1;\n");
    mkdirSync(join(copy.root, "suite"));
    writeFileSync(
      join(copy.root, "suite/contract.test.ts"),
      `import { describeRemote } from ${JSON.stringify(join(import.meta.dirname, "describe-remote.ts"))};
      describeRemote("navigation", { root: ${JSON.stringify(copy.root)} });`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [vitest, "run", "suite/"], {
      cwd: copy.root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    });
    const said = `${stdout}${stderr}`;
    expect(said).toMatch(/extra\.tsx exports no island/);
    expect(said).not.toContain("TypeError");
  } finally {
    copy.remove();
  }
});

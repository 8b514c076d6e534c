import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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

/** A workspace without packages to install, whose Node prints how it was started, and is ended by a signal for `end`. */
function makeWorkspace(): { folder: string; start(...words: string[]): string; end(): number | null } {
  const folder = mkdtempSync(join(tmpdir(), "workspace-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text, { mode });
  };
  for (const file of ["run.mjs", "pinned-tools.mjs"])
    cpSync(join(workspaceRoot, "scripts", file), join(folder, "scripts", file));
  write("scripts/checksums.json", "{}");
  write("package.json", JSON.stringify({ config: { pnpm: "1.0.0" } }));
  write("shell/package.json", "{}");
  // Stands for npx, which runs pnpm where no checksum of it is known.
  write(
    "bin/npx",
    `#!/bin/sh
echo "installed with $*"
mkdir -p shell/node_modules node_modules/node/bin
echo '{"version":"1.0.0"}' > node_modules/node/package.json
printf '#!/bin/sh\ncase "$*" in *" end") kill -TERM $$;; esac\necho ran $*, arenas $MALLOC_ARENA_MAX\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node
`,
    0o755,
  );
  const runHere = (...words: string[]) =>
    spawnSync(process.execPath, [join(folder, "scripts/run.mjs"), "site", ...words], {
      encoding: "utf8",
      env: { PATH: `${join(folder, "bin")}:${process.env["PATH"]}` },
    });
  return { folder, start: (...words) => runHere(...words).stdout, end: () => runHere("end").status };
}

test("a workspace whose packages lost their folders of dependencies, as in a cache of the root's alone, is installed again", () => {
  const { folder, start } = makeWorkspace();
  expect(start()).toMatch(/installed with .*\nran .*\n$/);
  expect(start()).toMatch(/^ran .*\n$/);
  rmSync(join(folder, "shell/node_modules"), { recursive: true });
  expect(start()).toMatch(/installed with .*\nran .*\n$/);
});

test("a server returns memory in whichever way it is started, and another verb of the command needs no such settings", () => {
  const { start } = makeWorkspace();
  const settings = /^ran .* --max-semi-space-size=4 .*, arenas 1$/m;
  expect(start("serve")).toMatch(settings);
  expect(start("--", "--json", "serve")).toMatch(settings);
  expect(start("status")).toMatch(/^ran (?!.*semi-space).*, arenas\n$/);
});

test("a command that a signal ended has the signal's code, and not that of a defect", () => {
  expect(makeWorkspace().end()).toBe(128 + 15);
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

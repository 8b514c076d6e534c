import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { config }: { config: { pnpm: string } } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "install-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the pinned pnpm. Its code and what it printed. */
function runPnpm(cwd: string, ...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync("npx", ["--yes", `pnpm@${config.pnpm}`, ...words], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, CI: "1" },
  });
  return { status, output: `${stdout}${stderr}` };
}

test("the workspace is installed with a frozen lockfile: a dependency that the lockfile does not have is refused", () => {
  expect(readFileSync(join(root, "scripts/run.mjs"), "utf8")).toContain('["install", "--frozen-lockfile"]');
  const folder = createFolder();
  for (const file of [
    ...globSync("*/package.json", { cwd: root }),
    "package.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const install = () => runPnpm(folder, "install", "--frozen-lockfile", "--lockfile-only", "--offline");
  expect(install()).toMatchObject({ status: 0 });
  const file = join(folder, "shell/package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"fastify": "catalog:"', '"fastify": "5.0.0"'));
  const refused = install();
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain("ERR_PNPM_OUTDATED_LOCKFILE");
});

test("a package's script does not run when it is installed, unless the workspace lists the package", () => {
  const folder = createFolder();
  const settings = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const [builds = ""] = /^allowBuilds:\n(?: {2}.+\n)+/m.exec(settings) ?? [];
  const write = (allowed: string): void => {
    for (const name of ["listed", "unlisted"]) {
      const inner = join(folder, name, "package");
      mkdirSync(inner, { recursive: true });
      const scripts = {
        postinstall: `node -e "require('node:fs').writeFileSync('${join(folder, `${name}-ran`)}', '')"`,
      };
      writeFileSync(join(inner, "package.json"), JSON.stringify({ name, version: "1.0.0", scripts }));
      execFileSync("tar", ["-czf", join(folder, `${name}.tgz`), "-C", join(folder, name), "package"]);
    }
    const dependencies = { listed: "file:./listed.tgz", unlisted: "file:./unlisted.tgz" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "host", private: true, dependencies }));
    writeFileSync(join(folder, "pnpm-workspace.yaml"), `packages: []\n${allowed}`);
  };
  write(builds.replace("node:", `"listed@file:listed.tgz":`));
  runPnpm(folder, "install", "--offline", "--config.strict-dep-builds=false");
  expect(["listed", "unlisted"].map((name) => existsSync(join(folder, `${name}-ran`)))).toEqual([true, false]);
});

// All checks in one command: types, lint, dead code, then every test on what was built. Ends with one
// line, `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changesBuild, findBrowserTests, listChanged } from "./changed.ts";

const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
let passed = 0;
let failed = 0;

function run(title: string, command: string, args: string[]): boolean {
  console.log(`\n▸ ${title}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  return status === 0;
}

/** A check that is one test by itself. */
function check(title: string, command: string, args: string[]): void {
  if (run(title, command, args)) passed += 1;
  else failed += 1;
}

/** A vitest project, or those of its tests that `only` names: its own count is added up. */
function suite(project: string, ...only: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "site-test-"));
  const report = join(folder, "report.json");
  const ok = run(`${project} tests`, bin("vitest"), [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--passWithNoTests",
    ...only,
  ]);
  const counts = readCounts(report);
  passed += counts.passed;
  // A run without failed tests that ends with an error, such as a file that does not load, counts as one failure.
  failed += counts.failed === 0 && !ok ? 1 : counts.failed;
  rmSync(folder, { recursive: true, force: true });
}

function readCounts(report: string): { passed: number; failed: number } {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const counts: unknown = JSON.parse(readFileSync(report, "utf8"));
  const read = (key: string): number => {
    const value: unknown = typeof counts === "object" && counts !== null ? Reflect.get(counts, key) : undefined;
    return typeof value === "number" ? value : 0;
  };
  return { passed: read("numPassedTests"), failed: read("numFailedTests") };
}

/** Chromium for the browser tests: the system's, Debian's packages, or Playwright's own download. */
function findBrowser(): void {
  installMissing({ "/usr/bin/chromium": "chromium" });
  if (!existsSync("/usr/bin/chromium"))
    run("installing Chromium", join(root, "shell/node_modules/.bin/playwright"), ["install", "chromium"]);
  else installMissing({ "/usr/bin/chromium-headless-shell": "chromium-headless-shell" });
  if (!existsSync("/usr/bin/chromium-headless-shell"))
    console.log(
      "chromium-headless-shell is not on this machine: the tests that could use it run in the whole Chromium",
    );
}

/** What the tests of the other engines start, and the Debian package it is in. */
const otherEngines = {
  "/usr/bin/firefox-esr": "firefox-esr",
  "/usr/bin/WebKitWebDriver": "webkit2gtk-driver",
  "/usr/bin/Xvfb": "xvfb",
};

const listMissing = (programs: Record<string, string>): string[] =>
  Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));

/** Installs what is missing from Debian's packages, where that can be done. */
function installMissing(programs: Record<string, string>): void {
  const missing = listMissing(programs);
  if (missing.length === 0 || !existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  run(`installing ${missing.join(", ")}`, "sh", [
    "-c",
    `apt-get update -qq && apt-get install -y -qq ${missing.join(" ")} >/dev/null`,
  ]);
}

/** Firefox and WebKit from Debian's packages. Where they cannot be installed, the tests of that engine are skipped, and each says so. */
function findOtherEngines(): void {
  installMissing(otherEngines);
  for (const name of listMissing(otherEngines))
    console.log(`${name} is not on this machine: the tests that need it are skipped`);
}

const names = ["types", "lint", "format", "knip", "unit", "integration", "contract", "e2e"];
const quick = ["types", "lint", "format", "knip", "unit"];
const args = process.argv.slice(2);
const asked = args.flatMap((one) => (one === "checks" ? quick : one.startsWith("--") ? [] : [one]));
const unknown = asked.filter((one) => one !== "prove" && !names.includes(one));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}. There are: ${[...names, "checks", "prove"].join(", ")}.`);
  process.exit(1);
}
const isWanted = (name: string): boolean => (asked.length === 0 ? names : asked).includes(name);

/** `--changed` leaves out what the uncommitted changes do not touch, `--changed=main` what all since that commit do not. */
const [option, since] = args.find((one) => one.startsWith("--changed"))?.split("=") ?? [];
const changed = option === undefined ? undefined : listChanged(since);
const byImports = option === undefined ? [] : [since === undefined ? option : `${option}=${since}`];
const browserTests = changed && findBrowserTests(changed);
const isBuildTouched = changed === undefined || changesBuild(changed);
const isContractWanted = isWanted("contract") && isBuildTouched;
const isBrowserWanted = isWanted("e2e") && browserTests?.length !== 0;

if (isWanted("types")) check("types", bin("tsc"), ["--noEmit"]);
if (isWanted("lint")) check("lint", bin("oxlint"), ["--deny-warnings"]);
if (isWanted("format")) check("format", bin("oxfmt"), ["--check"]);
if (isWanted("knip")) check("dead code", bin("knip"), []);
if (isWanted("unit")) suite("unit", ...byImports);
if (isWanted("integration")) suite("integration", ...byImports);
if (isContractWanted || isBrowserWanted || isWanted("prove"))
  check("build", process.execPath, ["shell/cli/site.ts", "build"]);
if (isContractWanted) suite("contract");
if (isBrowserWanted || isWanted("prove")) {
  findBrowser();
  findOtherEngines();
}
if (isBrowserWanted) suite("e2e", ...(browserTests ?? []));
// Takes long by its nature: what the browser tests do on another site too.
if (isWanted("prove")) suite("prove");
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

// All checks in one command: types, lint, dead code, then every test on what was built. Ends with one
// line, `N passed, N failed`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseShard, type Shard } from "./pick-shard.ts";
import { changesBuild, findBrowserTests, listChanged } from "./changed.ts";
import { makeMemoryFolder } from "./memory-folder.ts";
import type { TestFailure } from "./test-report.ts";
import { writeDurations } from "./test-durations.ts";
import { runSuite } from "./vitest-suite.ts";

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
let passed = 0;
let failed = 0;
/** All failed tests and checks, repeated at the end with their errors: a log viewer may show the last lines only. */
const failures: TestFailure[] = [];
/** Tests that failed at first, in files that passed when they were run again: each has to be fixed. */
const unsteady: TestFailure[] = [];
/** Seconds of each test file that ran. */
const seconds = new Map<string, number>();

function run(title: string, command: string, args: string[]): boolean {
  console.log(`\n▸ ${title}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  return status === 0;
}

/** Counts a check that is one test by itself. */
function count(title: string, isPassed: boolean): void {
  if (isPassed) passed += 1;
  else {
    failed += 1;
    failures.push({ title, problem: "" });
  }
}

/** Runs a command concurrently with others, and shows its output when it has ended. @returns whether it succeeded */
async function runBeside(title: string, command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  console.log(`\n▸ ${title}\n${output.trimEnd()}`);
  return child.exitCode === 0;
}

/** A check that runs concurrently with others. */
async function checkBeside(title: string, command: string, args: string[]): Promise<void> {
  count(title, await runBeside(title, command, args));
}

function tell(title: string, found: readonly TestFailure[]): void {
  if (found.length === 0) return;
  console.log(`\n${title}:`);
  for (const { title: name, problem } of found) console.log([name, ...problem.split("\n")].join("\n    ").trimEnd());
}

/** Vitest projects side by side, or those of their tests that `only` names: their own count is added up. */
function suite(projects: readonly string[], ...only: string[]): void {
  const title = `${projects.join(" and ")} tests`;
  console.log(`\n▸ ${title}`);
  const files = projects.every((one) => quick.includes(one)) ? only : [...ofShard, ...only];
  const options = projects.flatMap((project) => ["--project", project]);
  const result = runSuite({ root, program: vitest, options, only: files });
  passed += result.passed;
  failed += result.failed;
  failures.push(...(result.failed > 0 && result.failures.length === 0 ? [{ title, problem: "" }] : result.failures));
  unsteady.push(...result.unsteady);
  for (const [path, taken] of result.seconds) seconds.set(path, taken);
}

/** Programs that tests start, and their Debian packages. */
const browserPrograms = {
  "/usr/bin/chromium": "chromium",
  "/usr/bin/chromium-headless-shell": "chromium-headless-shell",
};
const otherEngines = {
  "/usr/bin/firefox-esr": "firefox-esr",
  "/usr/bin/WebKitWebDriver": "webkit2gtk-driver",
  "/usr/bin/Xvfb": "xvfb",
};
/** Texts are measured in its metrics, which are Arial's. Chromium's package only recommends it. */
const typeface = { "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf": "fonts-liberation" };
const natsServer = { "/usr/sbin/nats-server": "nats-server" };

const listMissing = (programs: Record<string, string>): string[] =>
  Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));

const hasNatsServer = (): boolean =>
  (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, "nats-server")));

/** Installs missing Debian packages, if possible, concurrently with the first checks: fetching and unpacking use little of the processor. */
async function installMissing(programs: Record<string, string>): Promise<void> {
  const missing = listMissing(programs);
  if (missing.length === 0 || !existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  // A package that the machine's sources lack does not prevent the installation of the others.
  await runBeside(`installing ${missing.join(", ")}`, "sh", [
    "-c",
    `apt-get update -qq && { apt-get install -y -qq ${missing.join(" ")} >/dev/null || for one in ${missing.join(" ")}; do apt-get install -y -qq $one >/dev/null; done; }`,
  ]);
}

/** Reports for each program that could not be installed what its tests do without it. */
function tellMissing(programs: Record<string, string>, consequence: string): void {
  for (const name of listMissing(programs))
    console.log(`${name} is not on this machine (apt-get install ${name}): ${consequence}`);
}

/** Chromium for the browser tests, if the machine has none: Playwright's own download. */
function findBrowsers(): void {
  if (!existsSync("/usr/bin/chromium"))
    run("installing Chromium", join(root, "shell/node_modules/.bin/playwright"), ["install", "chromium"]);
  tellMissing(
    { "/usr/bin/chromium-headless-shell": "chromium-headless-shell" },
    "the tests that could use it run in the whole Chromium",
  );
  tellMissing(otherEngines, "the tests that need it are skipped");
}

/** Prints the mistake in the command, and exits. */
function refuse(problem: string): never {
  console.error(problem);
  process.exit(1);
}

/** The shard that the command names, if any. */
function readShard(argument: string | undefined): Shard | undefined {
  try {
    return argument === undefined ? undefined : parseShard(argument.replace(/^--shard=?/, ""));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const names = ["types", "lint", "format", "knip", "unit", "integration", "contract", "e2e"];
const quick = ["types", "lint", "format", "knip", "unit"];
const optionNames = ["--changed", "--durations", "--shard"];
const args = process.argv.slice(2);
const asked = args.flatMap((one) => (one === "checks" ? quick : one.startsWith("--") ? [] : [one]));
const unknown = asked.filter((one) => one !== "prove" && !names.includes(one));
if (unknown.length > 0)
  refuse(`There is no check ${unknown.join(", ")}. There are: ${[...names, "checks", "prove"].join(", ")}.`);
const unknownOptions = args.filter((one) => one.startsWith("--") && !optionNames.includes(one.split("=")[0] ?? ""));
if (unknownOptions.length > 0)
  refuse(`There is no option ${unknownOptions.join(", ")}. There are: ${optionNames.join(", ")}.`);

if (args.some((one) => one.startsWith("--shard")) && args.some((one) => /^--(durations|changed)/.test(one)))
  refuse(
    "A shard is picked from all files by what a whole run took: --shard goes with neither --durations nor --changed.",
  );

/** With `--shard=2/4`, this is the second of four machines that share the test files. Quick checks run on the first. */
const shard = readShard(args.find((one) => one.startsWith("--shard")));
const ofShard = shard ? [`--shard=${shard.index}/${shard.count}`] : [];
const isFirst = shard === undefined || shard.index === 1;
const isWanted = (name: string): boolean =>
  (asked.length === 0 ? names : asked).includes(name) && (isFirst || !quick.includes(name));

/** `--changed` skips tests that the uncommitted changes do not affect, `--changed=main` those that no change since that commit affects. */
const [option, since] = args.find((one) => one.startsWith("--changed"))?.split("=") ?? [];
const changed = option === undefined ? undefined : listChanged(since);
const byImports = option === undefined ? [] : [since === undefined ? option : `${option}=${since}`];
const browserTests = changed && findBrowserTests(changed);
const isBuildTouched = changed === undefined || changesBuild(changed);
const isContractWanted = isWanted("contract") && isBuildTouched;
const isBrowserWanted = isWanted("e2e") && browserTests?.length !== 0;

/** Temporary files of the tests. */
const memory = process.env["TMPDIR"] === undefined ? makeMemoryFolder() : undefined;
if (memory) {
  process.env["TMPDIR"] = memory.path;
  process.on("exit", memory.remove);
}

/**
 * Each checker of the compiler reads the types of libraries by itself: more checkers than processors take a third longer. 4 is the compiler's own
 * default.
 */
const checkers = Math.min(4, availableParallelism());
/** What the compiler knows of the sources since its last run: it checks again what a change reaches, and all of it in a new checkout. */
const known = join(root, "node_modules/.cache/checked-types.tsbuildinfo");
const beside: [name: string, title: string, ...args: string[]][] = [
  ["types", "types", "tsc", "--noEmit", "--checkers", String(checkers), "--incremental", "--tsBuildInfoFile", known],
  ["lint", "lint", "oxlint", "--deny-warnings"],
  ["format", "format", "oxfmt", "--check"],
  ["knip", "dead code", "knip"],
];
const areBrowsersWanted = isBrowserWanted || isWanted("prove");
await Promise.all([
  installMissing({
    ...(isWanted("integration") && !hasNatsServer() && natsServer),
    ...(areBrowsersWanted && { ...browserPrograms, ...otherEngines, ...typeface }),
  }),
  ...beside
    .filter(([name]) => isWanted(name))
    .map(([, title, command = "", ...rest]) => checkBeside(title, bin(command), rest)),
]);
/** Runs beside the unit tests, which read nothing that is built and leave a third of the processors' time. */
const building =
  isContractWanted || areBrowsersWanted
    ? checkBeside("build", process.execPath, ["shell/cli/commands/site.ts", "build"])
    : undefined;
if (isWanted("unit")) suite(["unit"], ...byImports);
await building;
if (isWanted("integration") && !hasNatsServer()) tellMissing(natsServer, "the tests that need it are skipped");
// Of the contract tests all are run when one is.
if (isWanted("integration") && byImports.length > 0) suite(["integration"], ...byImports);
const ofBuild = [
  ...(isWanted("integration") && byImports.length === 0 ? ["integration"] : []),
  ...(isContractWanted ? ["contract"] : []),
];
if (ofBuild.length > 0) suite(ofBuild);
if (areBrowsersWanted) findBrowsers();
if (isBrowserWanted) suite(["e2e"], ...(browserTests ?? []));
// Takes long by its nature: what the browser tests do on another site too.
if (isWanted("prove")) suite(["prove"]);
// `--durations` writes down what the files took, for the order of the next runs.
if (args.includes("--durations")) writeDurations(seconds);
tell("failed at first, passed when their files were run again", unsteady);
tell("failed", failures);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

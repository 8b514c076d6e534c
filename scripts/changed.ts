import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The browser tests of each remote, as filters of test files: its own folder of `shell/e2e`, and other folders that show it. */
const remotes: Record<string, readonly string[]> = {
  compliance: ["shell/e2e/consent/", "shell/e2e/pages/", "shell/e2e/geography/", "shell/e2e/walk/walk-ggpph"],
  content: [
    "shell/e2e/pages/",
    "shell/e2e/releases/soft-navigation",
    "shell/e2e/walk/walk-ggpph",
    "shell/e2e/accessibility",
  ],
  download: ["shell/e2e/downloads/", "shell/e2e/journeys/", "shell/e2e/early-click", "shell/e2e/first-press"],
  navigation: ["shell/e2e/navigation/", "shell/e2e/journeys/", "shell/e2e/walk/walk-ggpph", "shell/e2e/accessibility"],
  "support-chat": ["shell/e2e/chat/", "shell/e2e/engines/"],
};

/** The browser tests of every remote: hydrated, without JavaScript, within its budgets, and without other remotes. */
const everyRemote = ["shell/e2e/hydration", "shell/e2e/no-javascript", "shell/e2e/budgets", "shell/e2e/dead-remote"];

/** Whether a file has no effect in a browser. */
const isUnseen = (path: string): boolean =>
  /^(docs|deploy|scripts|\.github|\.ci)\/|\.md$|^CODEOWNERS$|^LICENSE$/.test(path) ||
  (/\.test\.tsx?$/.test(path) && !path.endsWith(".e2e.test.ts"));

/** Paths that changed since a commit, or that are untracked, relative to the root of the workspace. */
export function listChanged(since = "HEAD"): string[] {
  return [...readLines("diff", "--name-only", since), ...readLines("ls-files", "--others", "--exclude-standard")];
}

const readLines = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

/**
 * The browser tests for changed files, as filters of test files. The tests use the site from outside, so their imports do not tell which files they
 * cover: a remote has its folders, and a change of the shell or of the contract affects every page.
 * @returns undefined for all tests
 */
export function findBrowserTests(changed: readonly string[]): string[] | undefined {
  const filters = changed.filter((path) => !isUnseen(path)).map(toFilters);
  return filters.every((one) => one !== undefined) ? [...new Set(filters.flat())] : undefined;
}

function toFilters(path: string): readonly string[] | undefined {
  const remote = /^remote-([^/]+)\//.exec(path)?.[1];
  if (remote !== undefined) return remotes[remote] && [...remotes[remote], ...everyRemote];
  if (/^(shell|shared-contracts)\/.*\.e2e\.test\.ts$/.test(path)) return [path];
  const folder = /^shell\/e2e\/(?!harness\/)[^/]+\//.exec(path)?.[0];
  return folder === undefined ? undefined : [folder];
}

/** Whether the changed files can change a build. */
export function changesBuild(changed: readonly string[]): boolean {
  return changed.some((path) => !isUnseen(path) && !path.startsWith("shell/e2e/"));
}

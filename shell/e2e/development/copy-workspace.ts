import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";

export interface WorkspaceCopy {
  root: string;
  /**
   * Whether the development server of the copy checks saved packages as releases, as it does in the workspace. A check builds a package once more and renders
   * all that it has, which takes 3 s of processor time.
   */
  checkSaves(isOn: boolean): Promise<void>;
  /** Has the compiler check the types of these folders and files, from the root, and of what they import. */
  checkTypes(paths: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export interface CopyOptions {
  /** Whether the copy has no tests and no benches, which are part of no build. */
  leavesOutTests?: boolean;
  /** The folders and files, from the root, whose types the copy's compiler checks: all takes 17 s of processor time at first, one package 2. */
  checked?: readonly string[];
  /** Whether saved packages are checked as releases from the start. */
  checksSaves?: boolean;
}

const checkFile = "shell/cli/development/check-saved.ts";

/** In place of the module that checks: it finds nothing, at once. */
const noCheck = "process.send?.({ problems: [] }, () => process.disconnect?.());\n";

/** Copies the workspace with what was built to a folder of its own, where a test may change the sources. Libraries are shared. */
export async function copyWorkspace({
  leavesOutTests = false,
  checked,
  checksSaves = true,
}: CopyOptions = {}): Promise<WorkspaceCopy> {
  const root = await mkdtemp(join(tmpdir(), "site-workspace-"));
  const left = /^(\.git|\.site.*|\.build|node_modules|test-results)$/;
  for (const entry of await readdir(workspaceRoot)) {
    if (left.test(entry)) continue;
    await cp(join(workspaceRoot, entry), join(root, entry), {
      recursive: true,
      // A package's own links lead to the copies of other packages.
      verbatimSymlinks: true,
      filter: (path) =>
        ![".build", "test-results", ".cache"].includes(basename(path)) && !(leavesOutTests && isOfTests(path)),
    });
  }
  await symlink(join(workspaceRoot, "node_modules"), join(root, "node_modules"));
  const checkSaves = async (isOn: boolean): Promise<void> =>
    writeFile(join(root, checkFile), isOn ? await readFile(join(workspaceRoot, checkFile)) : noCheck);
  const checkTypes = (paths: readonly string[]): Promise<void> => checkOnly(root, paths);
  if (checked) await checkTypes(checked);
  if (!checksSaves) await checkSaves(false);
  return { root, checkSaves, checkTypes, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Whether only tests and benches read a file or folder. The harness stays: servers that are started for unit tests use a part of it. */
function isOfTests(path: string): boolean {
  return /\.test\.tsx?$|[/\\]shell[/\\](bench$|e2e[/\\](?!harness))/.test(path);
}

/** Has the compiler check some sources, what they import, and the kinds of files that are no code. */
async function checkOnly(root: string, paths: readonly string[]): Promise<void> {
  const file = join(root, "tsconfig.json");
  const settings = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...settings, include: [...paths, "shared-contracts/assets.d.ts"] }));
}

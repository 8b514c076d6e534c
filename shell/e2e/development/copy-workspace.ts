import { cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";

export interface WorkspaceCopy {
  root: string;
  remove(): Promise<void>;
}

/**
 * Copies the workspace with what was built to a folder of its own, where a test may change the sources. Libraries are shared.
 * @param leavesOutTests whether the copy has no tests and no benches: half of what the compiler would check, and part of no build
 */
export async function copyWorkspace({ leavesOutTests = false } = {}): Promise<WorkspaceCopy> {
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
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Whether only tests and benches read a file or folder. The harness stays: servers that are started for unit tests use a part of it. */
function isOfTests(path: string): boolean {
  return /\.test\.tsx?$|[/\\]shell[/\\](bench$|e2e[/\\](?!harness))/.test(path);
}

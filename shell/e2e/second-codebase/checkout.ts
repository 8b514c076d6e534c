import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";

/** Folders that a fresh checkout does not have, or that no command of the steps reads. */
const leftOut = new Set(["dist", ".build", "node_modules", "bench", "e2e"]);

/** Makes a checkout of the shell and of the contract, as their team has one, with the packages that are installed here. */
export function createCheckout(folder: string): void {
  for (const name of ["shell", "shared-contracts"]) {
    cpSync(join(workspaceRoot, name), join(folder, name), {
      recursive: true,
      filter: (path) =>
        !relative(workspaceRoot, path)
          .split(sep)
          .some((part) => leftOut.has(part)),
    });
    // Links between packages are relative: in the copy they lead to the copy.
    cpSync(join(workspaceRoot, name, "node_modules"), join(folder, name, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.includes(`${sep}.cache`),
    });
  }
  const manifests = globSync("remote-*/package.json", { cwd: workspaceRoot });
  for (const file of [
    ...manifests,
    "package.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "tsconfig.json",
    ".oxlintrc.json",
    "LICENSE",
  ]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(workspaceRoot, file), join(folder, file));
  }
  symlinkSync(join(workspaceRoot, "node_modules"), join(folder, "node_modules"));
}

/** Adds one line at the end of the list of pages in a checkout's layout. */
export function addRoute(folder: string, line: string): void {
  const file = join(folder, "shell/src/layout/routes.ts");
  const text = readFileSync(file, "utf8");
  const end = text.indexOf("\n];");
  if (end === -1) throw new Error(`${file} has no list of routes.`);
  writeFileSync(file, `${text.slice(0, end)}\n${line}${text.slice(end)}`);
}

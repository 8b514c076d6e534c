import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Problem, withFrame } from "./problem.ts";

/**
 * Checks the types of the workspace now and after every save, in a process of its own.
 * @param onProblems called after each check with all that it found
 * @returns ends the process
 */
export function watchTypes(root: string, onProblems: (problems: Problem[]) => void): () => void {
  const compiler = join(root, "node_modules/.bin/tsc");
  const child = spawn(compiler, ["--noEmit", "--watch", "--preserveWatchOutput", "--pretty", "false"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let found: Problem[] = [];
  createInterface(child.stdout).on("line", (text) => {
    const [, file, line, column, said] = /^(\S.*?)\((\d+),(\d+)\): error (TS\d+: .*)$/.exec(text) ?? [];
    if (file !== undefined && said !== undefined)
      found.push({ kind: "types", file, line: Number(line), column: Number(column), text: said });
    // It says how many errors there are when a check has ended.
    if (!/Found \d+ errors?\./.test(text)) return;
    onProblems(found.map((problem) => withFrame(problem, root)));
    found = [];
  });
  child.on("error", (error) => onProblems([{ kind: "types", text: `types are not checked: ${error.message}` }]));
  return () => child.kill();
}

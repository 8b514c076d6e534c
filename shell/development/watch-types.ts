import { type ChildProcess, spawn } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Problem, withFrame } from "./problem.ts";

/**
 * Checks the types of the workspace now and after every save, in a process of its own.
 * @param onProblems called after each check with all that it found
 * @returns ends the process
 */
export function watchTypes(root: string, onProblems: (problems: Problem[]) => void): () => void {
  let child = start();

  function start(): ChildProcess {
    const startedAt = Date.now();
    let isFirst = true;
    const started = startCompiler(root, (problems) => {
      // The compiler watches files once its first check has ended: what was saved meanwhile needs another first check.
      if (isFirst && child === started && wasSavedSince(root, startedAt)) {
        end(started);
        child = start();
        return;
      }
      isFirst = false;
      onProblems(problems);
    });
    return started;
  }

  return () => end(child);
}

/** Ends a compiler at once: in the middle of a check it does not hear any other signal, and goes on after its parent has ended. */
function end(compiler: ChildProcess): void {
  compiler.kill("SIGKILL");
}

/** @param onChecked called after each check of the compiler with all that it found */
function startCompiler(root: string, onChecked: (problems: Problem[]) => void): ChildProcess {
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
    onChecked(found.map((problem) => withFrame(problem, root)));
    found = [];
  });
  child.on("error", (error) => onChecked([{ kind: "types", text: `types are not checked: ${error.message}` }]));
  return child;
}

/** Whether a source was written after a moment, milliseconds since 1970. */
function wasSavedSince(root: string, moment: number): boolean {
  const sources = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["**/node_modules/**", "**/dist/**", "**/.*/**"] });
  return sources.some((file) => (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) > moment);
}

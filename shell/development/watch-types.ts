import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { basename, join } from "node:path";
import { watch } from "chokidar";
import { toProblem } from "@site/contracts/errors";
import { type AfterSaves, afterSaves } from "./after-saves.ts";
import { type Problem, withFrame } from "./problem.ts";

/** Most errors that are told of one check: a mistake in a setting or in `package.json` makes one of each line. */
const mostShown = 20;

/** A lower priority than that of the processes that the developer waits for: a check uses all processors. */
const lowPriority = 10;

/** Folders below the root that hold no sources, and hidden ones. */
const ignoredFolder = /^(node_modules|dist|\..+)$/;

/** What a check depends on: sources, and settings and texts that sources import. */
const checkedFile = /\.([cm]?tsx?|json)$/;

/** Checks of types that go on until they are ended. */
export type TypeChecks = Pick<AfterSaves, "noteShown" | "end">;

/**
 * Checks the types of a folder now and after pages show a save, in a process of its own. Each check begins with what the one before has kept on disk: that takes less
 * time than a compiler that watches does, and no memory between two saves.
 * @param onProblems called after each check with all that it found
 * @returns its `end` ends a running check too, at once
 */
export function watchTypes(root: string, onProblems: (problems: Problem[]) => void): TypeChecks {
  let endCheck: (() => void) | undefined;
  /** Whether a file was saved since the check began that goes on. */
  let isOutdated = false;

  function check(): void {
    if (endCheck) {
      isOutdated = true;
      return;
    }
    isOutdated = false;
    endCheck = startCompiler(root, (problems) => {
      endCheck = undefined;
      if (isOutdated) return check();
      onProblems(problems);
    });
  }

  const { noteSaved, noteShown, end } = afterSaves(check);
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path, stats) =>
      (path !== root && ignoredFolder.test(basename(path))) || (stats?.isFile() === true && !checkedFile.test(path)),
  });
  // The first check starts when the watcher is ready, so it reads what was saved before.
  watcher.on("ready", check).on("all", noteSaved);
  // For example a symbolic link to itself. All other files are watched.
  watcher.on("error", (error) => console.error(`A file is not followed: ${toProblem(error)}`));
  return {
    noteShown,
    end() {
      end();
      void watcher.close();
      endCheck?.();
    },
  };
}

/**
 * Starts one check.
 * @param onChecked called at its end with all that it found
 * @returns ends it at once: in the middle of a check a compiler does not hear any other signal, and goes on after its parent has ended
 */
function startCompiler(root: string, onChecked: (problems: Problem[]) => void): () => void {
  const kept = join(root, ".build/types.tsbuildinfo");
  const child = spawn(
    join(root, "node_modules/.bin/tsc"),
    ["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile", kept],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  );
  yieldToPages(child);
  let output = "";
  let isEnded = false;
  const tell = (problems: Problem[]): void => {
    if (!isEnded) onChecked(toShown(problems).map((problem) => withFrame(problem, root)));
    isEnded = true;
  };
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.on("error", (error) => tell([{ kind: "types", text: `types are not checked: ${error.message}` }]));
  child.on("close", (code, signal) => {
    const found = toTypeProblems(output);
    const isSilent = found.length === 0 && code !== 0;
    tell(isSilent ? [{ kind: "types", text: `types are not checked: the compiler ended (${signal ?? code})` }] : found);
  });
  return () => {
    isEnded = true;
    child.kill("SIGKILL");
  };
}

/** Lowers the priority of a compiler before it starts threads of its own. */
function yieldToPages({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, lowPriority);
  } catch {
    // It has ended already, which its `close` event reports.
  }
}

/** The first of many problems, and how many more there are. */
function toShown(problems: readonly Problem[]): Problem[] {
  const more = problems.length - mostShown;
  const shown = problems.slice(0, mostShown);
  return more <= 0
    ? shown
    : [...shown, { kind: "types", text: `The compiler finds ${more} more errors. Correct these first.` }];
}

/** The errors of the compiler, each with its reasons, which are indented below it. */
function toTypeProblems(output: string): Problem[] {
  return output.split(/\r?\n(?=\S|$)/).flatMap((part) => {
    const [head = "", ...reasons] = part.split(/\r?\n/);
    const problem = toTypeProblem(head);
    return problem ? [{ ...problem, text: [problem.text, ...reasons].join("\n") }] : [];
  });
}

/** An error of the compiler. One of its settings has no place. */
function toTypeProblem(line: string): Problem | undefined {
  const [, file, row, column, said] = /^(?:(\S.*?)\((\d+),(\d+)\): )?error (TS\d+: .*)$/.exec(line) ?? [];
  if (said === undefined) return undefined;
  if (file === undefined) return { kind: "types", text: said };
  return { kind: "types", file, line: Number(row), column: Number(column), text: said };
}

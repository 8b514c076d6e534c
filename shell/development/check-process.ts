import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";
import type { PackageName } from "@site/contracts/names/package-name";
import { type Problem, problemSchema } from "./problem.ts";

const reportSchema = v.object({ problems: v.array(problemSchema) });

/** Checks saved packages as a publish would, one check at a time, beside what the developer sees. */
export interface CheckProcess {
  /**
   * Ends a check that is under way when one of these packages is part of it: they were saved. What it had to check is part of the next one.
   * @param names all without it, when a document was saved or what else packages are checked with
   */
  outdate(names?: readonly PackageName[]): void;
  /** Checks packages as they are now. A check of one of them that is under way is out of date. */
  check(names: readonly PackageName[]): void;
  /** Checks again the packages in which the last check found something, or that it did not end with. */
  checkAgain(): void;
  end(): void;
}

/** A check that runs. */
interface Run {
  child: ChildProcess;
  names: readonly PackageName[];
  isOutdated: boolean;
}

/**
 * @param file the module that builds and checks the packages of its arguments
 * @param onProblems called with everything that the latest check has found so far, and once more when it has found more. It replaces what was
 * found before: a check also has the packages of which the one before it found something.
 * @param words arguments of the module after the packages
 */
export function createCheckProcess(
  file: string,
  onProblems: (problems: readonly Problem[]) => void,
  words: readonly string[] = [],
): CheckProcess {
  const waiting = new Set<PackageName>();
  /** The packages of the last check that found something or did not end as it should. */
  let failed: readonly PackageName[] = [];
  let run: Run | undefined;
  const ended = new AbortController();

  async function work(): Promise<void> {
    if (run) return;
    while (waiting.size > 0 && !ended.signal.aborted) {
      const names = [...new Set([...waiting, ...failed])];
      waiting.clear();
      failed = names;
      const child = fork(file, [...names, ...words], {
        execArgv: [...nodeOptions],
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      const started: Run = { child, names, isOutdated: false };
      run = started;
      let found: readonly Problem[] | undefined;
      child.on("message", (message) => {
        const report = v.safeParse(reportSchema, message);
        if (!report.success || started.isOutdated) return;
        found = report.output.problems;
        onProblems(found);
      });
      // Its last report may come after its exit, and before the end of what it reports through.
      const [[code, signal]]: [unknown[], unknown] = await Promise.all([
        once(child, "exit"),
        once(child, "disconnect"),
      ]);
      run = undefined;
      if (ended.signal.aborted || started.isOutdated) continue;
      if (code === 0) failed = found?.length === 0 ? [] : names;
      else onProblems([...(found ?? []), toProblem(names, signal ?? code)]);
    }
  }

  function outdate(names?: readonly PackageName[]): void {
    if (!run || (names && !run.names.some((name) => names.includes(name)))) return;
    run.isOutdated = true;
    run.child.kill();
  }

  return {
    outdate,
    check(names) {
      outdate(names);
      for (const name of names) waiting.add(name);
      void work();
    },
    checkAgain() {
      for (const name of failed) waiting.add(name);
      void work();
    },
    end() {
      ended.abort();
      run?.child.kill();
    },
  };
}

function toProblem(names: readonly PackageName[], ending: unknown): Problem {
  const text = `The check of ${names.join(", ")} ended (${String(ending)}) before it was done. It is repeated after the next save.`;
  return { kind: "check", text };
}

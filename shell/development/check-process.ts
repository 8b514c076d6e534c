import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { nodeOptions } from "@site/contracts/confine/node-options";
import type { PackageName } from "@site/contracts/names/package-name";
import { type Problem, problemSchema } from "./problem.ts";

const reportSchema = v.object({ problems: v.array(problemSchema) });

/** Checks saved packages as a publish would, one check at a time, beside what the developer sees. */
export interface CheckProcess {
  /** Checks packages as they are now; those of a check that is under way are checked again after it. */
  check(names: readonly PackageName[]): void;
  end(): void;
}

/**
 * @param file the module that builds and checks the packages of its arguments
 * @param onProblems called with everything that a check has found so far, and once more when it has found more
 */
export function createCheckProcess(
  file: string,
  onProblems: (names: readonly PackageName[], problems: readonly Problem[]) => void,
): CheckProcess {
  const waiting = new Set<PackageName>();
  const ended = new AbortController();
  let child: ChildProcess | undefined;

  async function work(): Promise<void> {
    if (child) return;
    while (waiting.size > 0 && !ended.signal.aborted) {
      const names = [...waiting];
      waiting.clear();
      child = fork(file, names, { execArgv: [...nodeOptions], stdio: ["ignore", "ignore", "inherit", "ipc"] });
      child.on("message", (message) => {
        const report = v.safeParse(reportSchema, message);
        // What was saved meanwhile is checked next, and says more.
        if (report.success && !names.some((name) => waiting.has(name))) onProblems(names, report.output.problems);
      });
      await once(child, "exit");
      child = undefined;
    }
  }

  return {
    check(names) {
      for (const name of names) waiting.add(name);
      void work();
    },
    end() {
      ended.abort();
      child?.kill();
    },
  };
}

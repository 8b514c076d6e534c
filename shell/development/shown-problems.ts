import type { Told } from "./front.ts";
import { type Problem, toLines } from "./problem.ts";

/** The problems of the sources, as the terminal and open pages show them. */
export interface ShownProblems {
  /**
   * Replaces what one source found before.
   * @param source what looks for problems: a package's bundler, `layout`, `checks`, `types`, `data` or `server`
   */
  report(source: string, found: readonly Problem[]): void;
  /**
   * Lets open pages ask whether they changed.
   * @param changed the paths of pages that need not ask
   */
  renew(changed?: readonly string[]): void;
}

/** @param tell tells open pages, as {@link Front.tell} does */
export function createShownProblems(tell: (told: Told) => void): ShownProblems {
  const problems = new Map<string, readonly Problem[]>();
  let turn = Date.now();
  const tellAll = (changed: readonly string[] = []): void =>
    tell({ turn, problems: [...problems.values()].flat(), changed });
  return {
    report(source, found) {
      if (found.length === 0 && !problems.has(source)) return;
      for (const problem of found) console.error(toLines(problem));
      if (found.length > 0) problems.set(source, found);
      else problems.delete(source);
      tellAll();
    },
    renew(changed) {
      turn += 1;
      tellAll(changed);
    },
  };
}

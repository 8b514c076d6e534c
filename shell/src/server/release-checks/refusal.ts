import { formatProblems } from "@site/contracts/release-checks/format-problems";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { SiteError } from "@site/contracts/errors";

/** Releases that are not admitted, with all their problems. */
export class ReleaseRefusal extends SiteError<"RELEASE_REFUSED"> {
  readonly problems: readonly ReleaseProblem[];

  /** @param advice what to do, in place of mending the releases */
  constructor(problems: readonly ReleaseProblem[], advice = "Change what is listed, build and publish again.") {
    const releases = [...new Set(problems.map(({ release }) => release))].join(", ");
    super("RELEASE_REFUSED", { releases, advice, problems: formatProblems(problems) });
    this.problems = problems;
  }
}

/** @throws ReleaseRefusal when there is a problem */
export function refuse(problems: readonly ReleaseProblem[]): void {
  if (problems.length > 0) throw new ReleaseRefusal(problems);
}

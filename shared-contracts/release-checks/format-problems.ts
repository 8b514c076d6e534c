import type { Place, ReleaseProblem } from "./release-check.ts";

/** A list of problems for people: grouped by release, one line each, and what to do indented below it. */
export function formatProblems(problems: readonly ReleaseProblem[]): string {
  return [...Map.groupBy(problems, ({ release }) => release)]
    .map(([release, own]) =>
      [`${release}: ${own.length === 1 ? "1 problem" : `${own.length} problems`}`, ...own.map(formatProblem)].join(
        "\n",
      ),
    )
    .join("\n");
}

function formatProblem({ code, check, problem, change, ...place }: ReleaseProblem): string {
  return `  ${[code, `(${check})`, formatPlace(place), problem].filter((part) => part !== "").join(" ")}\n      ${change}`;
}

function formatPlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

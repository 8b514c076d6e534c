import { relative } from "node:path";
import { mutatedModules } from "./modules.ts";
import { findReason } from "./find-reason.ts";
import type { Stryker } from "@stryker-mutator/core";

/** A change and its result. */
type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** The required share of changes for which a test fails. */
export const wantedScore = 0.85;

/** A change for which no test failed. */
export interface Survivor {
  /** From the root of the workspace. */
  file: string;
  /** The line as it is written, without its indentation. */
  line: string;
  /** The replaced code, and its replacement. */
  from: string;
  to: string;
}

/** The results of mutation testing in one module. */
export interface ModuleOutcome {
  name: string;
  /** Changes that were tested; those that do not compile do not count. */
  mutants: number;
  /** Changes for which a test failed or timed out. */
  killed: number;
  survivors: Survivor[];
}

export function toOutcome(
  name: string,
  mutants: readonly MutantResult[],
  read: (file: string) => string,
  root: string,
): ModuleOutcome {
  const tried = mutants.filter(({ status }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status));
  const survivors = tried.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  return {
    name,
    mutants: tried.length,
    killed: tried.length - survivors.length,
    survivors: survivors.map(({ fileName, location: { start, end }, replacement }) => {
      const lines = read(fileName).split("\n");
      const line = lines[start.line - 1] ?? "";
      const from =
        start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`;
      return { file: relative(root, fileName), line: line.trim(), from, to: replacement ?? "" };
    }),
  };
}

/** Parses the results of an earlier run. @throws when they are not a list of outcomes */
export function parseOutcomes(text: string): ModuleOutcome[] {
  const outcomes: ModuleOutcome[] = JSON.parse(text);
  return outcomes;
}

/** The document of the outcomes: docs/mutation.md. */
export function toDocument(outcomes: readonly ModuleOutcome[]): string {
  const table = mutatedModules.map(({ name }) => {
    const found = outcomes.find((one) => one.name === name);
    if (!found) return `| ${name} | | | not run yet |`;
    return `| ${name} | ${found.mutants} | ${found.killed} | ${((100 * found.killed) / found.mutants).toFixed(1)} % |`;
  });
  const survivors = outcomes.flatMap(({ name, survivors }) => [`\n## Survivors of ${name}\n`, ...toRows(survivors)]);
  return `${[head, "| module | changes | noticed | share |", "| --- | --- | --- | --- |", ...table, ...survivors].join("\n")}\n`;
}

function toRows(survivors: readonly Survivor[]): string[] {
  if (survivors.length === 0) return ["None."];
  return [
    "| file | line | becomes | reason |",
    "| --- | --- | --- | --- |",
    ...survivors.map(({ file, line, from, to }) =>
      [
        "",
        ` ${file.split("/").at(-1)} `,
        ` ${toCode(line)} `,
        ` ${toCode(from)} → ${toCode(to)} `,
        ` ${findReason(file, line, to) ?? "not judged yet"} `,
        "",
      ].join("|"),
    ),
  ];
}

/** Code in a cell of a table, shortened. */
function toCode(text: string): string {
  const short = text.replaceAll(/\s+/g, " ").slice(0, 90);
  return short === "" ? "nothing" : `\`${short.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

const head = `# Mutation testing

\`npm run mutate -- --write\` changes the code of a module in small ways, one at a time, and runs the tests that cover it. A change that a test
notices is killed; what survives is a line that no test proves. At least ${100 * wantedScore} % have to be noticed. It takes long and is run at night.
[modules.ts](../scripts/mutation/modules.ts) says what is changed and by which tests it is judged, and
[reasons](../scripts/mutation/reasons) why a survivor may stay. One that is not judged yet has no reason there: a test for it is to be
written, or was written after the run.
`;

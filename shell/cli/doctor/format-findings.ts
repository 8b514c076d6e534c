import type { Diagnosis } from "./diagnosis.ts";

/** How many findings need something done now. */
export function countUrgent(findings: readonly Diagnosis[]): number {
  return findings.filter(({ state }) => state === "now").length;
}

/** Findings as lines for a terminal, each with its advice, and how many of them are urgent. */
export function formatFindings(findings: readonly Diagnosis[]): string {
  const lines = findings.map(({ about, state, found, change }) =>
    [`${state.toUpperCase().padEnd(4)}  ${about}: ${found}`, ...(change === undefined ? [] : [`      ${change}`])].join(
      "\n",
    ),
  );
  const urgent = countUrgent(findings);
  const last =
    urgent === 0 ? "Nothing has to be done now." : `${urgent} of ${findings.length} findings need something done now.`;
  return [...lines, "", last].join("\n");
}

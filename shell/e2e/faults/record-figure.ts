import { appendFileSync } from "node:fs";
import type { FaultId, Figure } from "./fault-table.ts";

/** One measurement of a run. */
export interface RecordedFigure {
  /** The row, and the name of the figure there. */
  id: string;
  figure: string;
  value: number;
}

/** Tells the run of the fault table what a test has measured. Without such a run it does nothing. */
export function recordFigure<I extends FaultId>(id: I, figure: Figure<I>, value: number): void {
  const file = process.env["FAULT_FIGURES"];
  if (file === undefined) return;
  appendFileSync(file, `${JSON.stringify({ id, figure, value } satisfies RecordedFigure)}\n`);
}

/** Several measurements of one figure. */
export interface Spread {
  median: number;
  min: number;
  max: number;
  count: number;
}

export type Unit = "ms" | "bytes" | "count" | "MB" | "per second" | "shift";

/** A line of a bench's table. Milliseconds are comparable only with a floor that was measured in the same run. */
export interface Figure {
  what: string;
  unit: Unit;
  ours: Spread;
  floor?: Spread;
  /** Ours divided by the floor, round by round. */
  ratio?: Spread;
  /** The performance goal, in words. */
  goal?: string;
  /** Upper bound for bytes and counts: more than this fails the run. */
  budget?: number;
}

/** The result of a bench, with facts for reading it. */
export interface Report {
  figures: Figure[];
  notes: string[];
}

/** @throws when there are no values. */
export function toSpread(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error("There are no measurements.");
  return { median: toPercentile(values, 50), min: Math.min(...values), max: Math.max(...values), count: values.length };
}

/** The value that `percent` of all values do not exceed; the median of an even number is the mean of the middle two. */
export function toPercentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  if (percent === 50 && sorted.length % 2 === 0)
    return ((sorted[sorted.length / 2 - 1] ?? NaN) + (sorted[sorted.length / 2] ?? NaN)) / 2;
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

/** A figure of two sides measured in turns: each measurement of ours is paired with that of the floor in the same round. */
export function compare(
  what: string,
  unit: Unit,
  ours: readonly number[],
  floor: readonly number[],
  goal?: string,
): Figure {
  // When the floor is zero in a round, that round has no ratio and the median of the others would be wrong.
  const ratios = floor.every((value) => value > 0)
    ? floor.flatMap((value, index) => (ours[index] === undefined ? [] : [ours[index] / value]))
    : [];
  return {
    what,
    unit,
    ours: toSpread(ours),
    floor: toSpread(floor),
    ...(ratios.length > 0 && { ratio: toSpread(ratios) }),
    ...(goal !== undefined && { goal }),
  };
}

/** A figure without a floor: bytes and counts, which are exact, or milliseconds that only explain another figure. */
export function tell(
  what: string,
  unit: Unit,
  values: number | readonly number[],
  { goal, budget }: { goal?: string; budget?: number | undefined } = {},
): Figure {
  return {
    what,
    unit,
    ours: toSpread(typeof values === "number" ? [values] : values),
    ...(goal !== undefined && { goal }),
    ...(budget !== undefined && { budget }),
  };
}

/** Whether the worst measurement exceeds the budget. */
export function isOverBudget({ ours, budget }: Figure): boolean {
  return budget !== undefined && ours.max > budget;
}

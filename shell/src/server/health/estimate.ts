/** An estimate with the ends of its 95 % confidence interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** The normal distribution's quantile for 95 of 100 cases. */
const z = 1.96;

/**
 * The rate of bad outcomes (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927): reliable also for few outcomes and rates near 0. Undefined without outcomes.
 */
export function estimateRate(bad: number, count: number): Estimate | undefined {
  if (count === 0) return undefined;
  const rate = bad / count;
  const middle = (rate + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const half = (z / (1 + z ** 2 / count)) * Math.sqrt((rate * (1 - rate)) / count + z ** 2 / (4 * count ** 2));
  return { value: rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The 75th percentile, with two of the values as ends of the interval, by the number of values that may lie below it. Undefined without values. */
export function estimatePercentile(values: readonly number[], share = 0.75): Estimate | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const pick = (rank: number): number => sorted[Math.min(Math.max(Math.ceil(rank), 1), sorted.length) - 1] ?? 0;
  if (sorted.length === 0) return undefined;
  const half = z * Math.sqrt(sorted.length * share * (1 - share));
  const rank = sorted.length * share;
  return { value: pick(rank), low: pick(rank - half), high: pick(rank + half + 1) };
}

/** The set of an outcome. */
export type Arm = "canary" | "stable";

/** A sequential test whether the canary's outcomes are bad more often than the stable set's. */
export interface RateTest {
  /** Counts an outcome. Outcomes of one arm count in the order in which they come. */
  add(arm: Arm, isBad: boolean): void;
  /**
   * The highest evidence so far against "the canary is no worse": 1 at the start. When the canary is no worse, it ever reaches 1/α with a probability
   * of at most α, however often and whenever it is read; so 1 divided by it is an always-valid p-value.
   */
  evidence(): number;
}

/** Differences by which a canary may be worse, as shares of outcomes. The test looks for all of them at once. */
const differences = [0.02, 0.05, 0.15, 0.4, 0.8] as const;

/** Maximum of stable outcomes that one outcome of the canary is compared with. */
const stablePerBlock = 4;

/** Outcomes of either arm that wait for one of the other arm. When there are more, the oldest is dropped, good or bad. */
const maxWaiting = 256;

/** The assumption about the stable set before its first outcome: 0.1 bad ones of 5. */
const priorBad = 0.1;
const priorCount = 5;

const leastRate = 0.002;
const mostRate = 0.98;

/**
 * A test of two rates by betting, a mixture sequential probability ratio test.
 *
 * Each outcome of the canary is put together with up to four stable ones. For rates p of the canary and q of the stable set that were chosen
 * before the block, and r their mean over the block, the product over its outcomes of (rate of its arm / r), or of (1 - rate / 1 - r) for a
 * good one, is an e-variable for "both rates are equal" (R. Turner, A. Ly, P. Grünwald, "Generic E-variables for exact sequential k-sample
 * tests that allow for optional stopping", J. Stat. Plan. Inference 230, 2024, theorem 1). As p > r, its mean grows with the canary's true
 * rate, so the mean is at most 1 as well when the canary is better. A product of such blocks is a test martingale, and so is the mean of
 * several products, one for each difference (the mixture of H. Robbins, Ann. Math. Statist. 41, 1970). By Ville's inequality it ever
 * exceeds 1/α with a probability of at most α (R. Johari, L. Pekelis, D. Walsh, "Always valid inference", 2015).
 */
export function createRateTest(): RateTest {
  const logs = differences.map(() => 0);
  const waiting: Record<Arm, boolean[]> = { canary: [], stable: [] };
  let stableCount = priorCount;
  let stableBad = priorBad;
  let highest = 0;

  /** Compares one outcome of the canary with the waiting stable ones. */
  function play(canaryIsBad: boolean, stable: readonly boolean[]): void {
    // The rates come from earlier blocks only: they are chosen before this block is read.
    const rate = clamp(stableBad / stableCount);
    const bad = stable.filter(Boolean).length;
    for (const [index, difference] of differences.entries()) {
      const worse = clamp(rate + difference);
      const mean = (worse + rate * stable.length) / (1 + stable.length);
      logs[index] =
        (logs[index] ?? 0) +
        Math.log(canaryIsBad ? worse / mean : (1 - worse) / (1 - mean)) +
        bad * Math.log(rate / mean) +
        (stable.length - bad) * Math.log((1 - rate) / (1 - mean));
    }
    stableCount += stable.length;
    stableBad += bad;
    highest = Math.max(highest, toLogMean(logs));
  }

  return {
    add(arm, isBad) {
      waiting[arm].push(isBad);
      if (waiting[arm].length > maxWaiting) waiting[arm].shift();
      while (waiting.canary.length > 0 && waiting.stable.length > 0)
        play(waiting.canary.shift() === true, waiting.stable.splice(0, stablePerBlock));
    },
    evidence: () => Math.exp(Math.min(highest, 700)),
  };
}

function clamp(rate: number): number {
  return Math.min(Math.max(rate, leastRate), mostRate);
}

/** The logarithm of the mean of numbers, given their logarithms. */
function toLogMean(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / logs.length);
}

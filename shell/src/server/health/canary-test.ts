import { type Arm, createRateTest, type RateTest } from "./rate-test.ts";

/** The compared figures of a remote: errors, and the web vitals of its regions. */
export const healthMetrics = ["errors", "inp", "lcp", "cls"] as const;
export type HealthMetric = (typeof healthMetrics)[number];

/** The figures of one visitor's page for one remote. Absent figures were not measured. */
export interface RemoteOutcome {
  remote: string;
  hasError: boolean;
  /** Milliseconds. */
  inp?: number | undefined;
  /** Milliseconds. */
  lcp?: number | undefined;
  cls?: number | undefined;
}

/** A clear regression of the canary. */
export interface Regression {
  remote: string;
  metric: HealthMetric;
  /** The always-valid p-value: how probable such evidence is, at any time, when the canary is no worse. */
  p: number;
  /** Bad outcomes and all outcomes, of each arm. */
  canary: Tally;
  stable: Tally;
}

export interface Tally {
  bad: number;
  count: number;
}

/** Compares a canary with the stable set, remote by remote, while outcomes come in. */
export interface CanaryTest {
  add(arm: Arm, outcome: RemoteOutcome): void;
  /** The first clear regression; undefined while there is none. Without outcomes of both arms there never is. */
  regression(): Regression | undefined;
}

/** The probability, over all remotes and figures of one canary, of returning a canary that is not worse. */
const falseReturns = 0.01;

/** Half of that goes to errors, the rest is shared by the web vitals. */
const errorShare = 0.5;

/** Distinct remotes that are compared. Names come from the sets, so there are few; this bounds the memory in any case. */
const maxRemotes = 32;

/** By how much a web vital may be worse than the stable one's before it counts: milliseconds, and the unit of layout shifts. */
const margins: Readonly<Record<Exclude<HealthMetric, "errors">, number>> = { inp: 25, lcp: 200, cls: 0.05 };

/** The number of stable figures whose 75th percentile becomes the limit of a vital. They are not compared themselves. */
const calibrationCount = 80;

/** @param remotes the number of remotes that are compared: all share one bound on false returns */
export function createCanaryTest(remotes: number): CanaryTest {
  const tests = new Map<string, { remote: string; metric: HealthMetric; test: CountedTest }>();
  let found: Regression | undefined;

  function find(remote: string, metric: HealthMetric): CountedTest | undefined {
    const key = `${remote} ${metric}`;
    const known = tests.get(key);
    if (known) return known.test;
    if (tests.size >= maxRemotes * healthMetrics.length) return undefined;
    const test = metric === "errors" ? createCountedTest() : createVitalTest(margins[metric]);
    tests.set(key, { remote, metric, test });
    return test;
  }

  function look(remote: string, metric: HealthMetric, test: CountedTest): void {
    if (found) return;
    const vitals = healthMetrics.length - 1;
    const share = metric === "errors" ? errorShare : (1 - errorShare) / vitals;
    const p = Math.min(1, 1 / test.evidence());
    if (p > (falseReturns * share) / Math.max(remotes, 1)) return;
    found = { remote, metric, p, canary: { ...test.tallies.canary }, stable: { ...test.tallies.stable } };
  }

  return {
    add(arm, { remote, hasError, inp, lcp, cls }) {
      const figures = { errors: Number(hasError), inp, lcp, cls };
      for (const metric of healthMetrics) {
        const figure = figures[metric];
        const test = figure === undefined ? undefined : find(remote, metric);
        if (figure === undefined || !test) continue;
        test.add(arm, figure);
        look(remote, metric, test);
      }
    },
    regression: () => found,
  };
}

interface CountedTest {
  add(arm: Arm, figure: number): void;
  evidence(): number;
  tallies: Record<Arm, Tally>;
}

/** A test of outcomes that are bad (1) or not (0). */
function createCountedTest(test: RateTest = createRateTest()): CountedTest {
  const tallies = { canary: { bad: 0, count: 0 }, stable: { bad: 0, count: 0 } };
  return {
    tallies,
    evidence: test.evidence,
    add(arm, figure) {
      tallies[arm].count += 1;
      tallies[arm].bad += figure;
      test.add(arm, figure === 1);
    },
  };
}

/**
 * A test of a figure: is it beyond the limit more often in the canary than in the stable set? The limit is the 75th percentile of the first stable
 * figures, so it is fixed before the first comparison, and the canary is allowed a margin: a canary that is worse by at most the margin exceeds the
 * limit no more often than the stable set.
 */
function createVitalTest(margin: number): CountedTest {
  const counted = createCountedTest();
  const calibration: number[] = [];
  let limit: number | undefined;
  return {
    tallies: counted.tallies,
    evidence: counted.evidence,
    add(arm, figure) {
      if (limit !== undefined) return counted.add(arm, Number(figure - (arm === "canary" ? margin : 0) > limit));
      if (arm !== "stable") return;
      calibration.push(figure);
      if (calibration.length < calibrationCount) return;
      limit = calibration.toSorted((a, b) => a - b)[Math.floor(calibrationCount * 0.75)];
    },
  };
}

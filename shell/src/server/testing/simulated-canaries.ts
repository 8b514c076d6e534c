import { describe, expect, test } from "vitest";
import { type CanaryTest, createCanaryTest } from "../health/canary-test.ts";

/** Numbers from 0 to below 1 that are the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A duration as browsers measure them: most are short, some long, the 75th percentile is near `p75`. */
export function toDuration(random: () => number, p75: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return p75 * Math.exp(0.7 * (normal - 0.674));
}

export const remotes = ["shell", "navigation", "download", "support-chat", "content", "compliance"];
const errorRate = 0.01;
/** Milliseconds: the 75th percentile of a healthy remote. */
export const inp = 180;
/** Visitors of the canary in one simulation, and how many stable visitors report for each. */
const visitors = 1500;
const stablePerVisitor = 2;

interface Fault {
  errors?: number;
  inp?: number;
}

/** Lets visitors come to a canary, whose content has a fault. @returns how many got it until it was returned; undefined when it was not */
function simulate(seed: number, fault: Fault = {}, most = visitors): number | undefined {
  const random = createRandom(seed);
  const canary = createCanaryTest(remotes.length);
  for (let visitor = 1; visitor <= most; visitor += 1) {
    for (let stable = 0; stable < stablePerVisitor; stable += 1) visit(canary, "stable", random, {});
    visit(canary, "canary", random, fault);
    if (canary.regression()) return visitor;
  }
  return undefined;
}

function visit(canary: CanaryTest, arm: "canary" | "stable", random: () => number, fault: Fault): void {
  for (const remote of remotes) {
    const own = remote === "content" ? fault : {};
    canary.add(arm, {
      remote,
      hasError: random() < errorRate + (own.errors ?? 0),
      inp: toDuration(random, inp) + (own.inp ?? 0),
    });
  }
}

const toMedian = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Lets this many canaries of each kind have visitors, and looks at how many are returned. */
export function describeSimulatedCanaries(count: number): void {
  const seeds = Array.from({ length: count }, (_, index) => index * 7919 + 1);

  describe(`of ${count.toLocaleString("en")} simulated canaries`, { timeout: 120_000 }, () => {
    test("that are as good as the stable set, at most 1 % are returned", () => {
      const returned = seeds.filter((seed) => simulate(seed, {}, 600) !== undefined);
      console.info(`${returned.length} of ${count} healthy canaries were returned`);
      expect(returned.length).toBeLessThanOrEqual(count * 0.01);
    });

    test.each<[string, Fault]>([
      ["whose content fails for 5 more visitors of 100", { errors: 0.05 }],
      ["whose content answers input 100 ms later", { inp: 100 }],
    ])("%s, at least 99 %% are returned", (what, fault) => {
      const exposed = seeds.map((seed) => simulate(seed, fault)).filter((visitor) => visitor !== undefined);
      console.info(
        `${what}: ${exposed.length} of ${count} were returned, the median after ${toMedian(exposed)} visitors`,
      );
      expect(exposed.length).toBeGreaterThanOrEqual(count * 0.99);
    });
  });
}

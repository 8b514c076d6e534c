import { describe, expect, test } from "vitest";
import { type CanaryTest, createCanaryTest } from "./canary-test.ts";
import { createRateTest } from "./rate-test.ts";

/** Numbers from 0 to below 1 that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A duration as browsers measure them: most are short, some long, the 75th percentile is near `p75`. */
function toDuration(random: () => number, p75: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return p75 * Math.exp(0.7 * (normal - 0.674));
}

const remotes = ["shell", "navigation", "download", "support-chat", "content", "compliance"];
const errorRate = 0.01;
const inp = 180;
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

const seeds = Array.from({ length: 1000 }, (_, index) => index * 7919 + 1);
const toMedian = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

describe("of 1,000 simulated canaries", { timeout: 120_000 }, () => {
  test("that are as good as the stable set, at most 1 % are returned", () => {
    const returned = seeds.filter((seed) => simulate(seed, {}, 600) !== undefined);
    console.info(`${returned.length} of 1,000 healthy canaries were returned`);
    expect(returned.length).toBeLessThanOrEqual(10);
  });

  test.each<[string, Fault]>([
    ["whose content fails for 5 more visitors of 100", { errors: 0.05 }],
    ["whose content answers input 100 ms later", { inp: 100 }],
  ])("%s, at least 99 %% are returned", (what, fault) => {
    const exposed = seeds.map((seed) => simulate(seed, fault)).filter((visitor) => visitor !== undefined);
    console.info(`${what}: ${exposed.length} of 1,000 were returned, the median after ${toMedian(exposed)} visitors`);
    expect(exposed.length).toBeGreaterThanOrEqual(990);
  });
});

describe("a comparison of two sets", () => {
  test("finds a remote that fails for most visitors after a few of them, and names it", () => {
    const canary = createCanaryTest(remotes.length);
    for (let visitor = 0; visitor < 20; visitor += 1) {
      for (const remote of ["content", "download"]) {
        canary.add("stable", { remote, hasError: false });
        canary.add("canary", { remote, hasError: remote === "content" });
      }
    }
    expect(canary.regression()).toMatchObject({ remote: "content", metric: "errors", stable: { bad: 0 } });
    expect(canary.regression()?.canary.count).toBeLessThan(20);
  });

  test("says nothing without outcomes of both sets", () => {
    for (const arm of ["canary", "stable"] as const) {
      const canary = createCanaryTest(1);
      for (let visitor = 0; visitor < 10_000; visitor += 1)
        canary.add(arm, { remote: "content", hasError: true, inp: 10_000 });
      expect(canary.regression()).toBeUndefined();
    }
  });

  test("says nothing of a canary that is better, and of a vital that is worse by less than its margin", () => {
    const random = createRandom(7);
    const canary = createCanaryTest(1);
    for (let visitor = 0; visitor < 20_000; visitor += 1) {
      canary.add("stable", { remote: "content", hasError: random() < 0.2, inp: toDuration(random, inp) });
      canary.add("canary", { remote: "content", hasError: random() < 0.05, inp: toDuration(random, inp) + 20 });
    }
    expect(canary.regression()).toBeUndefined();
  });

  test("keeps a bounded number of remotes", () => {
    const canary = createCanaryTest(1);
    for (let index = 0; index < 1000; index += 1) canary.add("canary", { remote: `remote-${index}`, hasError: true });
    for (let visitor = 0; visitor < 50; visitor += 1)
      for (const arm of ["canary", "stable"] as const)
        canary.add(arm, { remote: "remote-999", hasError: arm === "canary" });
    expect(canary.regression()).toBeUndefined();
  });
});

test("the evidence against equal rates stays below 20 in at least 95 of 100 runs, also when it is looked at after each outcome", () => {
  const runs = Array.from({ length: 2000 }, (_, index) => {
    const random = createRandom(index + 1);
    const rates = createRateTest();
    const rate = [0.01, 0.1, 0.5, 0.9][index % 4] ?? 0;
    for (let outcome = 0; outcome < 300; outcome += 1) rates.add(random() < 0.3 ? "canary" : "stable", random() < rate);
    return rates.evidence();
  });
  expect(runs.filter((evidence) => evidence >= 20).length).toBeLessThanOrEqual(100);
});

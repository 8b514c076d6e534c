import { describe, expect, test } from "vitest";
import { createRandom, describeSimulatedCanaries, inp, remotes, toDuration } from "../testing/simulated-canaries.ts";
import { createCanaryTest } from "./canary-test.ts";
import { createRateTest } from "./rate-test.ts";

// `npm run prove` does so with 1,000.
describeSimulatedCanaries(200);

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

import { expect, test } from "vitest";
import { createCanaryWatch } from "./canary-watch.ts";

const failed = [{ remote: "content", hasError: true, inp: 5000 }];
const fine = [{ remote: "content", hasError: false, inp: 50 }];
const toNetwork = (index: number, host: number) => `10.${Math.floor(index / 256)}.${index % 256}.${host}`;

/** A watch to which visitors of many networks came, in both sets, without a failure. */
function watchVisitors(count: number) {
  const watch = createCanaryWatch(["shell", "content"]);
  for (let index = 0; index < count; index += 1)
    for (const arm of ["canary", "stable"] as const) watch.take({ arm, address: toNetwork(index, 7), outcomes: fine });
  return watch;
}

test("a thousand poisoned reports from one network change nothing", () => {
  const watch = watchVisitors(100);
  const counted = Array.from({ length: 1000 }, (_, index) =>
    watch.take({ arm: "canary", address: `203.0.113.${index % 256}`, outcomes: failed }),
  );
  expect(counted.filter(Boolean)).toHaveLength(1);
  expect(watch.regression()).toBeUndefined();
});

test("a thousand reports that all is well from one network do not keep a canary that fails", () => {
  const watch = createCanaryWatch(["shell", "content"]);
  for (let index = 0; index < 1000; index += 1)
    watch.take({ arm: "canary", address: `203.0.113.${index % 256}`, outcomes: fine });
  for (let index = 0; index < 20; index += 1) {
    watch.take({ arm: "stable", address: toNetwork(index, 7), outcomes: fine });
    watch.take({ arm: "canary", address: toNetwork(index, 9), outcomes: failed });
  }
  expect(watch.regression()).toMatchObject({ remote: "content", metric: "errors" });
});

test("one report counts once for each remote of the set, and for no other", () => {
  const watch = watchVisitors(100);
  watch.take({ arm: "canary", address: "203.0.113.1", outcomes: Array(1000).fill(failed[0]) });
  for (let index = 100; index < 200; index += 1)
    watch.take({ arm: "canary", address: toNetwork(index, 7), outcomes: [{ remote: "elsewhere", hasError: true }] });
  expect(watch.regression()).toBeUndefined();
});

test("a report whose sender has no IP address is not counted", () => {
  expect(createCanaryWatch(["content"]).take({ arm: "canary", address: "unknown", outcomes: failed })).toBe(false);
});

test.each([
  ["every visitor", 1],
  ["one visitor of three", 3],
])("a canary of 5 %% that fails for %s is found within 30 seconds of 50 visits a second", (_whom, every) => {
  const watch = createCanaryWatch(["shell", "content", "download", "navigation", "compliance", "support-chat"]);
  let visits = 0;
  for (let canary = 0; visits < 30 * 50 && !watch.regression(); visits += 1) {
    const isCanary = visits % 20 === 19;
    if (isCanary) canary += 1;
    watch.take({
      arm: isCanary ? "canary" : "stable",
      address: toNetwork(visits, 7),
      outcomes: isCanary && canary % every === 0 ? failed : fine,
    });
  }
  console.info(`it was found after ${visits} visits, ${Math.floor(visits / 20)} of them of the canary`);
  expect(watch.regression()).toMatchObject({ remote: "content" });
});

import { expect, test } from "vitest";
import { runUntilSettled } from "./run-until-settled.ts";

test("calls during a run lead to one more run, and all callers get its result", async () => {
  let runs = 0;
  const task = runUntilSettled(async () => {
    runs += 1;
    const run = runs;
    await Promise.resolve();
    return run;
  });
  expect(await Promise.all([task.run(), task.run(), task.run()])).toEqual([2, 2, 2]);
  expect(task.running()).toBeUndefined();
});

test("a call in any turn around the end of a run gets the result of a run that began after it", async () => {
  for (let turns = 0; turns < 8; turns += 1) {
    let calls = 1;
    const task = runUntilSettled(async () => {
      const seen = calls;
      await Promise.resolve();
      return seen;
    });
    void task.run();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    calls = 2;
    expect(await task.run(), `${turns} turns after the first call`).toBe(2);
  }
});

test("a run that fails fails its callers, and the next call runs the task again", async () => {
  let isBroken = true;
  const task = runUntilSettled(async () => {
    await Promise.resolve();
    if (isBroken) throw new Error("away");
    return "done";
  });
  await expect(task.run()).rejects.toThrow("away");
  isBroken = false;
  expect(await task.run()).toBe("done");
});

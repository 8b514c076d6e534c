import { expect, test } from "vitest";
import { createHeldAnswers } from "./held-answers.ts";

const hour = 3_600_000;

test("a response is delayed for its time, and no longer than its client stays and the server is open", async () => {
  const held = createHeldAnswers();
  const gone = new AbortController();
  const stays = new AbortController().signal;
  const ended: number[] = [];
  await Promise.all(
    [40, 0].map(async (milliseconds) => {
      expect(await held.hold(milliseconds, stays)).toBe(true);
      ended.push(milliseconds);
    }),
  );
  expect(ended).toEqual([0, 40]);
  const left = held.hold(hour, gone.signal);
  const closed = held.hold(hour, stays);
  gone.abort();
  expect(await left).toBe(false);
  held.close();
  expect(await closed).toBe(false);
});

test("of all testers together 32 responses are delayed at once", async () => {
  const held = createHeldAnswers();
  const { signal } = new AbortController();
  const delayed = Array.from({ length: 32 }, () => held.hold(hour, signal));
  expect(await held.hold(hour, signal)).toBe(false);
  held.close();
  expect(await Promise.all(delayed)).toEqual(delayed.map(() => false));
  expect(await held.hold(0, signal)).toBe(false);
});

import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

test("each call starts after the one before it has ended, also when that one failed", async () => {
  const steps: string[] = [];
  const turns = inTurn(async (name: string) => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === "first") throw new Error("broken");
  });
  const first = turns.call("first");
  const second = turns.call("second");
  await expect(first).rejects.toThrow("broken");
  await second;
  expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("it is settled when all calls have ended, and says nothing of one that failed", async () => {
  let ended = 0;
  const turns = inTurn(async (isBroken: boolean) => {
    await Promise.resolve();
    ended += 1;
    if (isBroken) throw new Error("broken");
  });
  const failing = turns.call(true);
  failing.catch(() => undefined);
  void turns.call(false);
  await turns.settle();
  expect(ended).toBe(2);
});

import { describe, expect, test } from "vitest";
import { createFairQueue, type QueueClient } from "./fair-queue.ts";

const one = { client: "203.0.113.0/24" };
const other = { client: "198.51.100.0/24" };

/** Work that is recorded when it begins, and goes on when the test lets it. */
function createRecorded(limits = { maxWaiting: 100, maxPerClient: 100 }) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const ask = (who: QueueClient, name: string) =>
    queue.run(who, async () => {
      begun.push(name);
      await gate.promise;
      return name;
    });
  return { queue, begun, ask, open: gate.resolve };
}

describe("a queue of drawings", () => {
  test("takes turns between clients, so that one with much to draw does not hold up another", async () => {
    const { begun, ask, open } = createRecorded();
    const asked = [
      ask(one, "a1"),
      ask(one, "a2"),
      ask(one, "a3"),
      ask(other, "b1"),
      ask(other, "b2"),
      ask("any", "c1"),
    ];
    open();
    expect(await Promise.all(asked)).toEqual(["a1", "a2", "a3", "b1", "b2", "c1"]);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  test("does what is requested before what is drawn ahead", async () => {
    const { begun, ask, open } = createRecorded();
    const asked = [ask(one, "first"), ask("ahead", "ahead1"), ask("ahead", "ahead2"), ask(one, "requested")];
    open();
    await Promise.all(asked);
    expect(begun).toEqual(["first", "requested", "ahead1", "ahead2"]);
  });

  test("is bounded, for each client with a name and for all together, and takes work again when some is done", async () => {
    const { queue, ask, open } = createRecorded({ maxWaiting: 5, maxPerClient: 2 });
    const isTaken = (who: QueueClient) => ask(who, "x") !== undefined;
    expect([one, one, one, other, other, other].map(isTaken)).toEqual([true, true, false, true, true, false]);
    expect([isTaken("any"), isTaken("any"), isTaken("ahead")]).toEqual([true, false, false]);
    const before = queue.waiting();
    open();
    await new Promise((resolve) => setImmediate(resolve));
    expect([before, queue.waiting(), isTaken(one)]).toEqual([5, 0, true]);
  });

  test("goes on after work that failed", async () => {
    const queue = createFairQueue({ maxWaiting: 5, maxPerClient: 5 });
    const failing = queue.run(one, () => Promise.reject(new Error("broken")));
    const next = queue.run(one, () => Promise.resolve("next"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("next");
  });
});

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

/** A queue whose clock goes on by what each piece of work takes. */
function createTimed(maxWaiting: number) {
  let time = 0;
  const begun: string[] = [];
  const queue = createFairQueue({ maxWaiting, maxPerClient: 100, now: () => time });
  const ask = (owner: string, name: string, ms: number, who: QueueClient = "any") =>
    queue.run(
      who,
      async () => {
        begun.push(name);
        time += ms;
        return name;
      },
      owner,
    );
  return { begun, ask };
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

  test("G9 does all quick work of one owner before the next slow work of another, for the same client too", async () => {
    const { begun, ask } = createTimed(100);
    const slow = ["s1", "s2", "s3"].map((name) => ask("slow", name, 20_000));
    const quick = ["q1", "q2", "q3"].map((name) => ask("quick", name, 150));
    expect(await Promise.all([...slow, ...quick])).toEqual(["s1", "s2", "s3", "q1", "q2", "q3"]);
    expect(begun).toEqual(["s1", "q1", "q2", "q3", "s2", "s3"]);
  });

  test("does requested work of a slow owner before what is drawn ahead for a quick one", async () => {
    const { begun, ask } = createTimed(100);
    const asked = [ask("slow", "s1", 20_000), ask("quick", "ahead", 150, "ahead"), ask("slow", "s2", 20_000)];
    await Promise.all(asked);
    expect(begun).toEqual(["s1", "s2", "ahead"]);
  });

  test("G9 takes work of an owner of which less waits in place of the last of the one that fills the queue", async () => {
    const { begun, ask } = createTimed(6);
    const greedy = ["g1", "g2", "g3", "g4", "g5", "g6", "g7"].map((name) => ask("greedy", name, 20_000));
    const other = ["o1", "o2", "o3"].map((name) => ask("other", name, 150));
    expect(greedy[6]).toBeUndefined();
    expect(other[2]).toBeUndefined();
    expect(await Promise.all(greedy)).toEqual(["g1", "g2", "g3", "g4", undefined, undefined, undefined]);
    expect(await Promise.all(other)).toEqual(["o1", "o2", undefined]);
    expect(begun).toEqual(["g1", "o1", "o2", "g2", "g3", "g4"]);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { createLoadShedder, loadLimits, type LoadShedder, type Turns } from "./load-shedder.ts";

const limits = { turnMs: 100, refuseMs: 25, toleratedMs: 500, fewestAnswers: 2, retryAfterSeconds: 2 };

let at = 0;
let endTurn: (() => void) | undefined;
let changes: boolean[] = [];
let shedder: LoadShedder;

const turns: Turns = {
  now: () => at,
  afterTurn(callback) {
    endTurn = callback;
  },
};

beforeEach(() => {
  at = 0;
  endTurn = undefined;
  changes = [];
  shedder = createLoadShedder(limits, (isShedding) => changes.push(isShedding), turns);
});

/** A turn in which each of several requests takes so many milliseconds, and each refusal of one. Returns which were admitted. */
function turn(requests: number, eachMs: number, refusalMs = 0): boolean[] {
  const admitted = Array.from({ length: requests }, () => {
    const isAdmitted = shedder.admits();
    at += isAdmitted ? eachMs : refusalMs;
    return isAdmitted;
  });
  endTurn?.();
  return admitted;
}

const count = (admitted: readonly boolean[]): number => admitted.filter(Boolean).length;

describe("a server with more requests than it can answer", () => {
  test("answers every request while turns are short, in any number of turns", () => {
    for (let round = 0; round < 1000; round += 1) expect(count(turn(20, 5))).toBe(20);
    expect(changes).toEqual([]);
  });

  test("answers every request of a single long turn", () => {
    expect(count(turn(100, 20))).toBe(100);
    expect(changes).toEqual([]);
  });

  test("refuses what a turn cannot answer once every turn of half a second was long, and says so once", () => {
    for (let round = 0; round < 3; round += 1) expect(count(turn(15, 10))).toBe(15);
    expect(turn(15, 10)).toEqual([
      ...Array.from({ length: 10 }, () => true),
      ...Array.from({ length: 5 }, () => false),
    ]);
    expect(count(turn(15, 10))).toBe(10);
    expect(changes).toEqual([true]);
  });

  test("spends a fifth of a long turn on refusals, and answers again after them", () => {
    for (let round = 0; round < 6; round += 1) turn(15, 10);
    const admitted = turn(45, 10, 5);
    expect(admitted.slice(0, 16)).toEqual([
      ...Array.from({ length: 10 }, () => true),
      ...Array.from({ length: 5 }, () => false),
      true,
    ]);
    expect(count(admitted)).toBe(30);
    expect(changes).toEqual([true]);
  });

  test("answers every request again after one turn that was short, and says so once", () => {
    for (let round = 0; round < 6; round += 1) turn(15, 10);
    turn(3, 10);
    expect(changes).toEqual([true, false]);
    for (let round = 0; round < 3; round += 1) expect(count(turn(15, 10))).toBe(15);
    expect(changes).toEqual([true, false]);
  });

  test("answers every request when long turns of the event loop have pauses between them", () => {
    for (let round = 0; round < 20; round += 1) {
      expect(count(turn(15, 10))).toBe(15);
      at += limits.turnMs + 1;
    }
    expect(changes).toEqual([]);
  });

  test("answers a few requests of each turn however slow they are", () => {
    for (let round = 0; round < 6; round += 1) turn(3, 200);
    expect(turn(5, 200)).toEqual([true, true, false, false, false]);
  });

  test("answers all that ten browsers ask for at once, each over six connections, on a machine that gives it a thirtieth of a processor", () => {
    shedder = createLoadShedder(loadLimits, (isShedding) => changes.push(isShedding), turns);
    for (let round = 0; round < 20; round += 1) expect(count(turn(60, 2))).toBe(60);
    expect(changes).toEqual([]);
  });

  test("answers every request after a pause without requests, also when it was refusing before", () => {
    for (let round = 0; round < 6; round += 1) turn(15, 10);
    at += limits.turnMs + 1;
    expect(count(turn(15, 10))).toBe(15);
    expect(changes).toEqual([true, false]);
  });
});

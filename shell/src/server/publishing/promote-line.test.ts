import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRollback, type RollbackTarget, toLine, toVersions } from "./promote-line.ts";
import type { RevisionRecord } from "../releases/release-store.ts";

const names = ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const;
type Versions = RevisionRecord["set"]["versions"];

const base: Versions = {
  shell: "s1",
  navigation: "n1",
  download: "d1",
  "support-chat": "h1",
  content: "c1",
  compliance: "p1",
};

/** A channel in memory whose rollbacks go where `findRollback` says. */
function createChannel() {
  const records: RevisionRecord[] = [];
  const add = (versions: object, action?: RevisionRecord["action"]): void => {
    const revision = records.length + 1;
    records.push({
      set: { id: "0".repeat(16), revision, versions: { ...base, ...versions }, digests: {} },
      at: "2026-01-01T00:00:00.000Z",
      by: "test",
      why: "",
      ...(action ? { action } : {}),
    });
  };
  return {
    records,
    live: (): Versions => ({ ...base, ...records.at(-1)?.set.versions }),
    promote(changes: Versions): void {
      add({ ...records.at(-1)?.set.versions, ...changes }, { kind: "promote" });
    },
    /** Adds a record of the earlier format, without an action. */
    promoteUnnamed(changes: Versions): void {
      add({ ...records.at(-1)?.set.versions, ...changes });
    },
    /** A rollback that left pinned packages as they were. */
    hold(versions: Versions, to: number): void {
      add(versions, { kind: "rollback", to });
    },
    rollback(target: RollbackTarget & { package?: (typeof names)[number] } = {}): boolean {
      const plan = findRollback(records, target);
      if (!plan) return false;
      add(plan.versions, {
        kind: "rollback",
        to: plan.to,
        ...(target.package === undefined ? {} : { package: target.package }),
      });
      return true;
    },
  };
}

/** A channel that has had sets with the versions `c1`, `c2`… of content, at the revisions 1, 2… */
function promoted(count: number) {
  const channel = createChannel();
  for (let index = 1; index <= count; index += 1) channel.promote({ content: `c${index}` });
  return channel;
}

describe("the line of promotes", () => {
  test("is walked back by rollbacks in a row, and ends at the first set", () => {
    const channel = promoted(3);
    expect(channel.rollback()).toBe(true);
    expect(channel.live().content).toBe("c2");
    expect(channel.rollback()).toBe(true);
    expect(channel.live().content).toBe("c1");
    expect(channel.rollback()).toBe(false);
  });

  test("goes on with a promote from where a rollback left it", () => {
    const channel = promoted(3);
    channel.rollback();
    channel.rollback();
    channel.promote({ content: "c4" });
    channel.rollback();
    expect(channel.live().content).toBe("c1");
    expect(channel.rollback()).toBe(false);
  });

  test("is walked back for one package alone, and a rollback of the set does not return to the version that the package left", () => {
    const channel = createChannel();
    channel.promote({});
    channel.promote({ content: "c2" });
    channel.promote({ download: "d2" });
    channel.rollback({ package: "content" });
    expect(channel.live()).toMatchObject({ content: "c1", download: "d2" });
    expect(channel.rollback({ package: "content" })).toBe(false);
    channel.rollback();
    expect(channel.live()).toEqual(base);
    expect(channel.rollback()).toBe(false);
  });

  test("is cut by a rollback to a revision on it, and extended by one to a revision that is not on it", () => {
    const channel = promoted(4);
    channel.rollback({ revision: 2 });
    expect(channel.live().content).toBe("c2");
    channel.rollback({ revision: 4 });
    expect(channel.live().content).toBe("c4");
    channel.rollback();
    expect(channel.live().content).toBe("c2");
    expect(findRollback(channel.records, { revision: 99 })).toBeUndefined();
  });

  test("is cut for one package by its rollback to a named revision", () => {
    const channel = promoted(3);
    channel.promote({ download: "d2" });
    channel.rollback({ package: "content", revision: 1 });
    expect(channel.live()).toMatchObject({ content: "c1", download: "d2" });
    expect(channel.rollback({ package: "content" })).toBe(false);
  });

  test("counts a record without an action as a promote", () => {
    const channel = createChannel();
    for (const content of ["c1", "c2", "c1"]) channel.promoteUnnamed({ content });
    expect(
      toLine(channel.records)
        .map(({ revision }) => revision)
        .at(-1),
    ).toBe(3);
    channel.rollback();
    expect(channel.live().content).toBe("c2");
  });

  test("has no step for a promote that changed nothing", () => {
    const channel = promoted(2);
    channel.promote({ content: "c2" });
    channel.rollback();
    expect(channel.live().content).toBe("c1");
  });

  test("of a channel without revisions is empty", () => {
    expect(toLine([])).toEqual([]);
    expect(findRollback([], {})).toBeUndefined();
  });
});

/** The model: the whole sets that rollbacks can return to, the live one last. */
class Model {
  sets: Versions[] = [];

  promote(changes: Versions): void {
    const next = { ...base, ...this.sets.at(-1), ...changes };
    if (JSON.stringify(next) !== JSON.stringify(this.sets.at(-1))) this.sets.push(next);
  }
  rollback(): void {
    if (this.sets.length > 1) this.sets.pop();
  }
  /** Replaces the package's present version by the one before, in every set since it was promoted. */
  rollbackPackage(name: (typeof names)[number]): void {
    const live = this.sets.at(-1)?.[name];
    const from = this.sets.findLastIndex((set) => set[name] !== live);
    const version = this.sets[from]?.[name];
    if (version === undefined) return;
    const changed = this.sets.map((set, index) => (index > from ? { ...set, [name]: version } : set));
    this.sets = changed.filter((set, index) => JSON.stringify(set) !== JSON.stringify(changed[index - 1]));
  }
}

const promotes = fc.record({
  kind: fc.constant("promote" as const),
  changes: fc.dictionary(fc.constantFrom(...names), fc.constantFrom("v1", "v2", "v3", "v4"), { maxKeys: 3 }),
});
const rollbacks = fc.record({
  kind: fc.constant("rollback" as const),
  package: fc.option(fc.constantFrom(...names), { nil: undefined }),
});

test("after any sequence of promotes and rollbacks the line agrees with a model of whole sets", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(promotes, rollbacks), { maxLength: 30 }), (moves) => {
      const channel = createChannel();
      const model = new Model();
      channel.promote({});
      model.promote({});
      for (const move of moves) {
        if (move.kind === "promote") {
          channel.promote(move.changes);
          model.promote(move.changes);
        } else if (move.package === undefined) {
          channel.rollback();
          model.rollback();
        } else {
          channel.rollback({ package: move.package });
          model.rollbackPackage(move.package);
        }
        expect(channel.live()).toEqual(model.sets.at(-1));
        expect(toVersions(toLine(channel.records))).toEqual(channel.live());
      }
    }),
    { numRuns: 500 },
  );
});

test("repeated rollbacks stop at the first set, and each of them changes something", () => {
  fc.assert(
    fc.property(fc.array(promotes, { maxLength: 20 }), (moves) => {
      const channel = createChannel();
      channel.promote({});
      for (const { changes } of moves) channel.promote(changes);
      let steps = 0;
      for (let before = channel.live(); channel.rollback(); before = channel.live()) {
        expect(channel.live()).not.toEqual(before);
        steps += 1;
      }
      expect(steps).toBeLessThanOrEqual(moves.length);
      expect(channel.live()).toEqual(base);
    }),
  );
});

test("with a pinned package each rollback goes further back, and never into what was rolled back", () => {
  const channel = createChannel();
  channel.promote({ content: "c0", navigation: "n1" });
  channel.promote({ content: "c1" });
  channel.promote({ content: "c2", navigation: "n2" });
  const seen: (string | undefined)[] = [];
  for (let round = 0; round < 4; round += 1) {
    const plan = findRollback(channel.records, {});
    if (!plan) break;
    channel.hold({ ...plan.versions, navigation: "n2" }, plan.to);
    seen.push(channel.live().content);
  }
  expect(seen.slice(0, 2)).toEqual(["c1", "c0"]);
  expect(seen).not.toContain("c2");
});

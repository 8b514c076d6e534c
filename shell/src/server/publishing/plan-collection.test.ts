import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keptDays, keptRollbacks, planCollection } from "./plan-collection.ts";
import { findRollback } from "./promote-line.ts";
import type { RevisionRecord, StoredRelease } from "../releases/release-store.ts";

const day = 86_400_000;
const now = new Date("2026-06-01T12:00:00.000Z");
const daysAgo = (days: number): Date => new Date(now.getTime() - days * day);
const names = ["shell", "content", "download"] as const;

/** A channel with one record for each entry, dated `daysAgo`. */
function createHistory(
  moves: readonly { daysAgo: number; versions: Readonly<Record<string, string>>; action?: RevisionRecord["action"] }[],
): RevisionRecord[] {
  return moves.map(({ daysAgo: days, versions, action }, index) => ({
    set: { id: "0".repeat(16), revision: index + 1, versions, digests: {} },
    at: daysAgo(days).toISOString(),
    by: "test",
    why: "",
    action: action ?? { kind: "promote" },
  }));
}

/** Every release of a history, admitted when it was first promoted. */
function listReleases(records: readonly RevisionRecord[]): StoredRelease[] {
  const found = new Map<string, StoredRelease>();
  for (const { set, at } of records) {
    for (const [name, version] of Object.entries(set.versions)) {
      if (!found.has(`${name}@${version}`)) found.set(`${name}@${version}`, { name, version, at: new Date(at) });
    }
  }
  return [...found.values()];
}

const labels = (releases: readonly { name: string; version: string }[]): string[] =>
  releases.map(({ name, version }) => `${name}@${version}`);

/** `count` promotes of content, 30 days apart, the first one longest ago. */
function promoteMonthly(count: number): RevisionRecord[] {
  return createHistory(
    Array.from({ length: count }, (_, index) => ({
      daysAgo: (count - index) * 30,
      versions: { shell: "s", content: `c${index + 1}` },
    })),
  );
}

/** A channel that was rolled back from its second release to its first one `days` ago. */
function createRolledBack(days: number): RevisionRecord[] {
  return createHistory([
    { daysAgo: 90, versions: { shell: "s", content: "c1" } },
    { daysAgo: 60, versions: { shell: "s", content: "c2" } },
    { daysAgo: days, versions: { shell: "s", content: "c1" }, action: { kind: "rollback", to: 1 } },
  ]);
}

describe("a collection", () => {
  test("keeps the live set and what the kept number of rollbacks needs, and nothing older", () => {
    const records = promoteMonthly(keptRollbacks + 3);
    const { stay, go } = planCollection(records, listReleases(records), now);
    expect(labels(go)).toEqual(["content@c1", "content@c2"]);
    expect(stay.find(({ name }) => name === "shell")).toEqual({ name: "shell", version: "s", why: "live" });
    expect(stay.find(({ version }) => version === "c3")?.why).toBe("a rollback goes back to it");
  });

  test("says of a release that is not live for all whether the canary or which preview shows it", () => {
    const [record] = promoteMonthly(1);
    if (!record) throw new Error("there is no record");
    const toSet = (content: string): RevisionRecord["set"] => ({
      ...record.set,
      versions: { ...record.set.versions, content },
    });
    const records: RevisionRecord[] = [
      {
        ...record,
        channels: {
          canary: { set: toSet("tried"), since: record.at, percent: 5, first: 0 },
          previews: { spring: { set: toSet("shown"), since: record.at } },
        },
      },
    ];
    const beside = ["tried", "shown"].map((version): StoredRelease => ({ name: "content", version, at: daysAgo(90) }));
    const { stay, go } = planCollection(records, [...listReleases(records), ...beside], now);
    expect([stay.map(({ version, why }) => [version, why]), go]).toEqual([
      [
        ["s", "live"],
        ["c1", "live"],
        ["tried", "in the canary"],
        ["shown", "in the preview spring"],
      ],
      [],
    ]);
  });

  test("keeps a release for some days after its rollback, then removes it", () => {
    const early = createRolledBack(keptDays - 1);
    expect(planCollection(early, listReleases(early), now).go).toEqual([]);
    const late = createRolledBack(keptDays + 1);
    expect(planCollection(late, listReleases(late), now).go).toEqual([
      { name: "content", version: "c2", why: "not live since 2026-05-24" },
    ]);
  });

  test("keeps a never live release that was admitted lately, and removes an older one", () => {
    const records = promoteMonthly(1);
    const waiting: StoredRelease[] = [
      { name: "content", version: "new", at: daysAgo(1) },
      { name: "content", version: "old", at: daysAgo(8) },
    ];
    const { stay, go } = planCollection(records, [...listReleases(records), ...waiting], now);
    expect(stay.at(-1)).toEqual({ name: "content", version: "new", why: "admitted 2026-05-31" });
    expect(go).toEqual([{ name: "content", version: "old", why: "never live, admitted 2026-05-24" }]);
  });
});

/** Promotes and rollbacks, each with the days since the one before. */
const moves = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 20 }),
    name: fc.constantFrom(...names),
    version: fc.integer({ min: 1, max: 40 }),
    rollback: fc.constantFrom("no", "no", "no", "package", "set"),
  }),
  { maxLength: 60 },
);

test("after any promotes and rollbacks, a collection keeps what was live lately and what the next rollbacks need, and lists each release once", () => {
  fc.assert(
    fc.property(
      moves,
      fc.array(fc.option(fc.constantFrom(...names), { nil: undefined }), { maxLength: keptRollbacks }),
      (given, rollbacks) => {
        const records = createHistory([{ daysAgo: 600, versions: { shell: "v0", content: "v0", download: "v0" } }]);
        let at = 600;
        const add = (versions: Readonly<Record<string, string>>, action: RevisionRecord["action"] & object): void => {
          records.push({
            set: { id: "0".repeat(16), revision: records.length + 1, versions, digests: {} },
            at: daysAgo(at).toISOString(),
            by: "test",
            why: "",
            action,
          });
        };
        const rollBack = (name: string | undefined): void => {
          const plan = findRollback(records, name === undefined ? {} : { package: name });
          if (plan)
            add(plan.versions, { kind: "rollback", to: plan.to, ...(name === undefined ? {} : { package: name }) });
        };
        for (const { after, name, version, rollback } of given) {
          at = Math.max(0, at - after);
          if (rollback === "set") rollBack(undefined);
          else if (rollback === "package") rollBack(name);
          else add({ ...records.at(-1)?.set.versions, [name]: `v${version}` }, { kind: "promote" });
        }
        const releases = listReleases(records);
        const { stay, go } = planCollection(records, releases, now);
        expect([...labels(stay), ...labels(go)].toSorted()).toEqual(labels(releases).toSorted());
        const gone = new Set(labels(go));
        // A set is live from its own moment to the next one's.
        const lately = records.filter(
          (_record, index) => Date.parse(records[index + 1]?.at ?? now.toISOString()) > daysAgo(keptDays).getTime(),
        );
        for (const { set } of lately)
          expect(
            labels(Object.entries(set.versions).map(([name, version]) => ({ name, version }))).filter((one) =>
              gone.has(one),
            ),
          ).toEqual([]);
        // A second collection removes nothing more.
        const left = releases.filter(({ name, version }) => !gone.has(`${name}@${version}`));
        expect(planCollection(records, left, now).go).toEqual([]);
        for (const name of rollbacks) {
          rollBack(name);
          for (const [key, version] of Object.entries(records.at(-1)?.set.versions ?? {}))
            expect(gone.has(`${key}@${version}`)).toBe(false);
        }
      },
    ),
    { numRuns: 300 },
  );
});

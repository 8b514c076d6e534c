import { describe, expect, test } from "vitest";
import type { RevisionRecord } from "../releases/release-store.ts";
import { candidate, toCanary, toRecord } from "../testing/fixture-records.ts";
import { toUndo } from "./prepare-action.ts";

const growing = {
  percent: 1,
  steps: [
    { percent: 5, from: "2026-11-01T11:00:00.000Z" },
    { percent: 25, from: "2026-11-01T13:00:00.000Z" },
  ],
};

describe("what takes a revision back", () => {
  test.each<[string, RevisionRecord, RevisionRecord, object | undefined]>([
    [
      "a promote: the revision before",
      toRecord(5, { kind: "promote" }),
      toRecord(4, { kind: "promote" }),
      { kind: "rollback", to: 4 },
    ],
    [
      "a rollback: the revision before",
      toRecord(5, { kind: "rollback", to: 3 }),
      toRecord(4, { kind: "promote" }),
      { kind: "rollback", to: 4 },
    ],
    [
      "a canary's start: its stop",
      toRecord(5, { kind: "canary-start" }, toCanary()),
      toRecord(4, { kind: "promote" }),
      { kind: "canary-stop" },
    ],
    [
      "a canary's stop: the same release for the share that had it",
      toRecord(5, { kind: "canary-stop" }),
      toRecord(4, { kind: "canary-start" }, toCanary()),
      { kind: "canary-start", with: `content@${candidate}`, percent: 20 },
    ],
    [
      "a stop of a canary that grew by itself: the share that it had by then",
      toRecord(5, { kind: "canary-stop" }),
      toRecord(4, { kind: "canary-start" }, toCanary(growing)),
      { kind: "canary-start", with: `content@${candidate}`, percent: 5 },
    ],
    [
      "a canary that a server returned: the same again",
      toRecord(5, { kind: "canary-return" }),
      toRecord(4, { kind: "canary-start" }, toCanary()),
      { kind: "canary-start", with: `content@${candidate}`, percent: 20 },
    ],
    [
      "another share: the one before",
      toRecord(5, { kind: "canary-share" }, toCanary({ percent: 50 })),
      toRecord(4, { kind: "canary-start" }, toCanary()),
      { kind: "canary-share", percent: 20 },
    ],
    [
      "another share of a canary that grew by itself: the one that it had by then",
      toRecord(5, { kind: "canary-share" }, toCanary({ percent: 50 })),
      toRecord(4, { kind: "canary-start" }, toCanary(growing)),
      { kind: "canary-share", percent: 5 },
    ],
    [
      "a pin: its end",
      toRecord(5, { kind: "pin" }, { pins: { content: { why: "a reason", until: "2026-11-02T12:00:00.000Z" } } }),
      toRecord(4, { kind: "promote" }),
      { kind: "unpin", name: "content" },
    ],
    [
      "the end of a pin: a pin for as long as it had left",
      toRecord(5, { kind: "unpin" }),
      toRecord(4, { kind: "pin" }, { pins: { content: { why: "a reason", until: "2026-11-03T11:30:00.000Z" } } }),
      { kind: "pin", name: "content", for: "48h" },
    ],
    [
      "the end of a pin of many weeks: in days",
      toRecord(5, { kind: "unpin" }),
      toRecord(4, { kind: "pin" }, { pins: { content: { why: "a reason", until: "2026-12-11T12:00:00.000Z" } } }),
      { kind: "pin", name: "content", for: "40d" },
    ],
    ["a freeze: its end", toRecord(5, { kind: "freeze" }), toRecord(4, { kind: "promote" }), { kind: "thaw" }],
    ["a thaw: a freeze", toRecord(5, { kind: "thaw" }), toRecord(4, { kind: "freeze" }), { kind: "freeze" }],
    [
      "a stop of a canary of two releases: both again",
      toRecord(5, { kind: "canary-stop" }),
      toRecord(4, { kind: "canary-start" }, toCanary({}, { content: candidate, navigation: candidate })),
      { kind: "canary-start", with: `content@${candidate},navigation@${candidate}`, percent: 20 },
    ],
  ])("%s", (_what, record, before, undo) => {
    expect(toUndo(record, before)).toEqual(undo);
  });
});

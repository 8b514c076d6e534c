import { expect, test } from "vitest";
import type { RevisionRecord } from "../releases/release-store.ts";
import { candidate, stable, toCanary, toRecord, toSet } from "../testing/fixture-records.ts";
import { listBesideChanges } from "./beside-changes.ts";

const promoted = toRecord(4, { kind: "promote" });
const started = toRecord(5, { kind: "canary-start" }, toCanary());
const pinned = toRecord(
  5,
  { kind: "pin" },
  { pins: { content: { why: "a reason", until: "2026-11-03T11:30:00.000Z" } } },
);
const preview = {
  previews: { "new-home": { set: toCanary().canary?.set ?? promoted.set, since: "2026-11-01T12:00:00.000Z" } },
};
const newer = { navigation: "1.1.0-dddddddddddd" };
const onNewer = toCanary({}, { ...newer, content: candidate });
const promotedBeside = {
  ...toRecord(
    6,
    { kind: "promote" },
    {
      ...onNewer,
      previews: { "new-home": { set: onNewer.canary?.set ?? promoted.set, since: "2026-11-01T12:00:00.000Z" } },
    },
  ),
  set: toSet(6, { ...stable, ...newer }),
};
const growing = {
  percent: 1,
  steps: [
    { percent: 5, from: "2026-11-01T11:00:00.000Z" },
    { percent: 25, from: "2026-11-01T13:00:00.000Z" },
  ],
};

test.each<[string, RevisionRecord, RevisionRecord | undefined, string[]]>([
  ["a promote", promoted, toRecord(3, { kind: "promote" }), []],
  ["the first revision", promoted, undefined, []],
  ["a canary's start", started, promoted, [`Canary: content@${candidate}, 20 % of the visitors`]],
  [
    "the start of a canary that grows by itself",
    toRecord(5, { kind: "canary-start" }, toCanary(growing)),
    promoted,
    [
      `Canary: content@${candidate}, 1 %, 5 % from 2026-11-01 11:00 UTC, 25 % from 2026-11-01 13:00 UTC of the visitors`,
    ],
  ],
  [
    "another share",
    toRecord(6, { kind: "canary-share" }, toCanary({ percent: 50 })),
    started,
    ["Canary: 20 % → 50 % of the visitors"],
  ],
  [
    "another share of a canary that grew by itself",
    toRecord(6, { kind: "canary-share" }, toCanary({ percent: 50 })),
    toRecord(5, { kind: "canary-start" }, toCanary(growing)),
    ["Canary: 5 % → 50 % of the visitors, and grows no more by itself"],
  ],
  [
    "a canary's stop",
    toRecord(6, { kind: "canary-stop" }),
    started,
    [`Canary ends: content@${candidate}, 20 % of the visitors`],
  ],
  [
    "a promote of another package, beside a canary and a preview",
    promotedBeside,
    toRecord(5, { kind: "preview" }, { ...toCanary(), ...preview }),
    [],
  ],
  [
    "a freeze beside a canary that grew by itself",
    toRecord(6, { kind: "freeze" }, toCanary({ percent: 5 })),
    toRecord(5, { kind: "canary-start" }, toCanary(growing)),
    ["Canary: stays at 5 % of the visitors, and grows no more by itself"],
  ],
  [
    "a freeze beside a canary that had grown to its last share",
    toRecord(6, { kind: "freeze" }, toCanary({ percent: 5 })),
    toRecord(5, { kind: "canary-start" }, toCanary({ ...growing, steps: growing.steps.slice(0, 1) })),
    [],
  ],
  ["a freeze beside a canary", toRecord(6, { kind: "freeze" }, toCanary()), started, []],
  ["a pin", pinned, promoted, [`content stays at ${stable.content} until 2026-11-03 11:30 UTC`]],
  ["the end of a pin", toRecord(6, { kind: "unpin" }), pinned, ["content can move again"]],
  [
    "a promote after a pin was over",
    toRecord(6, { kind: "promote" }, undefined, "2026-11-04T12:00:00.000Z"),
    pinned,
    [],
  ],
  ["a preview", toRecord(5, { kind: "preview" }, preview), promoted, [`Preview new-home: content@${candidate}`]],
  [
    "the end of a preview",
    toRecord(6, { kind: "preview-end" }),
    toRecord(5, { kind: "preview" }, preview),
    ["Preview new-home ends"],
  ],
])("says what %s changes beside the stable set", (_what, record, before, changes) => {
  expect(listBesideChanges(record, before)).toEqual(changes);
});

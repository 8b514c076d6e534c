import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toEventShape } from "../build/to-event-shape.ts";
import { eventSchemas } from "../src/events/event-schemas.ts";
import type { EventShape } from "../src/releases/event-shape.ts";
import { parseRelease, type Release } from "../src/releases/release.ts";
import type { ReleaseSurface } from "../src/releases/release-surface.ts";
import type { Manifests } from "./contract-needs.ts";
import { findDetailMisfits } from "./find-detail-misfits.ts";
import { findShapeMisfit } from "./find-shape-misfit.ts";

const text: EventShape = { type: "text" };
const number: EventShape = { type: "number" };
const platform: EventShape = { type: "text", values: ["windows", "osx"] };

/** An object whose fields are required unless their name ends in a question mark. */
function object(fields: Record<string, EventShape>): EventShape {
  const names = Object.entries(fields).map(([name, shape]) => [name.replace("?", ""), shape] as const);
  return {
    type: "object",
    fields: Object.fromEntries(names),
    required: Object.keys(fields).filter((name) => !name.endsWith("?")),
  };
}

function make(name: string, number: number, surface: Partial<ReleaseSurface>): Manifests {
  const release: Release = {
    _type: "release",
    schemaVersion: 1,
    name,
    version: `1.0.0-00000000000${number}`,
    contract: "1.0.0",
    serverEntry: "server/entry.cjs",
    exposes: [],
    shared: {},
    files: {},
    surface: { sends: {}, hears: {}, messages: {}, ...surface },
  };
  return new Map([[name, { release: parseRelease(release, name), label: `${name}@${number}` }]]);
}

const started = object({ platform, url: text });
const download = (version: number, detail: EventShape | undefined, fields = ["platform", "url"]): Manifests =>
  make("download", version, {
    sends: { "download:started": fields },
    ...(detail && { details: { "download:started": detail } }),
  });
const content = (version: number, detail: EventShape | undefined, fields = ["platform"]): Manifests =>
  make("content", version, {
    hears: { "download:started": fields },
    ...(detail && { details: { "download:started": detail } }),
  });
const shell = (version: number, detail: EventShape): Manifests =>
  make("shell", version, { hears: { "toast:requested": [] }, details: { "toast:requested": detail } });
const asking = (version: number, detail: EventShape, fields = ["text"]): Manifests =>
  make("content", version, { sends: { "toast:requested": fields }, details: { "toast:requested": detail } });

function join(sets: readonly Manifests[]): Manifests {
  return new Map(sets.flatMap((one) => [...one]));
}

function replace(before: readonly Manifests[], after: readonly Manifests[]): string[] {
  return findDetailMisfits({ candidates: new Map(), releases: join(after), before: join(before) }).map(
    ({ release, problem, change }) => `${release}: ${problem} / ${change}`,
  );
}

const live = [download(1, started), content(1, started)];

describe("a release is refused, with who, which event, expected, found and what to do", () => {
  test.each<[string, readonly Manifests[], readonly Manifests[], string]>([
    [
      "that sends a field of another type",
      live,
      [download(2, object({ platform: number, url: text })), content(1, started)],
      'download@2: content@1 hears download:started; expected platform to be "windows" or "osx", found download@2, which sends a number. / Send platform from download as before, or promote a release of content that takes it as it is now first.',
    ],
    [
      "that sends a value which the other does not know",
      live,
      [
        download(2, object({ platform: { type: "text", values: ["windows", "linux"] }, url: text })),
        content(1, started),
      ],
      'download@2: content@1 hears download:started; expected platform to be "windows" or "osx", found download@2, which sends "windows" or "linux". / Send platform from download as before, or promote a release of content that takes it as it is now first.',
    ],
    [
      "that takes a field of another type",
      live,
      [download(1, started), content(2, object({ platform: number, url: text }))],
      'content@2: content@2 hears download:started; expected platform to be a number, found download@1, which sends "windows" or "osx". / Take platform in content as before, or promote a release of download that sends it as expected first.',
    ],
    [
      "that answers a request and needs a new field of it",
      [shell(1, object({ text })), asking(1, object({ text }))],
      [shell(2, object({ text, tone: text })), asking(1, object({ text }))],
      "shell@2: shell@2 hears toast:requested; expected tone to be text, always, found content@1, which sends nothing. / Take tone in shell as before, or promote a release of content that sends it as expected first.",
    ],
    [
      "that may leave out a field which the other needs",
      live,
      [download(2, object({ "platform?": platform, url: text })), content(1, started)],
      'download@2: content@1 hears download:started; expected platform to be "windows" or "osx", always, found download@2, which sends "windows" or "osx" that may be left out. / Send platform from download as before, or promote a release of content that takes it as it is now first.',
    ],
    [
      "that changes a type inside of a field",
      [
        download(1, object({ device: object({ screen: text }) }), ["device"]),
        content(1, object({ device: object({ screen: text }) }), ["device"]),
      ],
      [
        download(2, object({ device: object({ screen: { type: "list", items: text } }) }), ["device"]),
        content(1, object({ device: object({ screen: text }) }), ["device"]),
      ],
      "download@2: content@1 hears download:started; expected device.screen to be text, found download@2, which sends a list of text. / Send device.screen from download as before, or promote a release of content that takes it as it is now first.",
    ],
  ])("%s", (_what, before, after, problem) => {
    expect(replace(before, after)).toEqual([problem]);
  });
});

describe("a release passes", () => {
  test.each<[string, readonly Manifests[], readonly Manifests[]]>([
    [
      "that sends one field more",
      live,
      [download(2, object({ platform, url: text, size: number }), ["platform", "url", "size"]), content(1, started)],
    ],
    [
      "that takes a value more",
      live,
      [
        download(1, started),
        content(2, object({ platform: { type: "text", values: ["windows", "osx", "ios"] }, url: text })),
      ],
    ],
    [
      "that answers a request with a field more, which may be left out",
      [shell(1, object({ text })), asking(1, object({ text }))],
      [shell(2, object({ text, "tone?": text })), asking(1, object({ text }))],
    ],
    [
      "that changes a field which the other does not read",
      live,
      [download(2, object({ platform, url: number })), content(1, started)],
    ],
    [
      "when what did not fit before still does not",
      [download(1, object({ platform: number })), content(1, started)],
      [download(2, object({ platform: number })), content(1, started)],
    ],
    [
      "together with the release that takes what it sends",
      live,
      [download(2, object({ platform: number, url: text })), content(2, object({ platform: number, url: text }))],
    ],
    [
      "beside one whose manifest does not say the types",
      [download(1, undefined), content(1, started)],
      [download(2, object({ platform: number })), content(1, undefined)],
    ],
  ])("%s", (_what, before, after) => {
    expect(replace(before, after)).toEqual([]);
  });
});

test("every event of the contract has a shape, which fits itself", () => {
  const shapes = Object.entries(eventSchemas).map(([event, schema]) => ({ event, shape: toEventShape(schema) }));
  for (const { shape } of shapes) expect(findShapeMisfit(shape, shape)).toBeUndefined();
  const details = Object.fromEntries(shapes.map(({ event, shape }) => [event, shape]));
  expect(make("shell", 1, { details }).get("shell")?.release.surface?.details).toEqual(details);
  expect(details["download:started"]).toEqual({
    type: "object",
    fields: { platform: { type: "text", values: ["windows", "osx", "ios", "android", "mobile"] }, url: text },
    required: ["platform", "url"],
  });
  expect(details["toast:requested"]).toMatchObject({
    fields: { callback: { type: "function" }, timeout: number, text },
    required: ["text"],
  });
  expect(details["modal:requested"]).toMatchObject({
    type: "one of",
    shapes: [{ fields: { dialog: { type: "element" } }, required: ["dialog"] }, { required: ["title"] }],
  });
});

const plain = fc.constantFrom<EventShape>(text, number, { type: "yes or no" }, { type: "function" }, platform);
const { shape } = fc.letrec<{ shape: EventShape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    plain,
    tie("shape").map((items): EventShape => ({ type: "list", items })),
    fc.array(tie("shape"), { minLength: 1, maxLength: 3 }).map((shapes): EventShape => ({ type: "one of", shapes })),
    fc.dictionary(fc.constantFrom("a", "b?", "c", "d?"), tie("shape")).map(object),
  ),
}));

test("of any shapes, what is sent fits where the same or more is taken, and a text never fits a number", () => {
  fc.assert(
    fc.property(shape, shape, (one, other) => {
      expect(findShapeMisfit(one, one)).toBeUndefined();
      expect(findShapeMisfit(one, { type: "anything" })).toBeUndefined();
      expect(findShapeMisfit(one, { type: "one of", shapes: [other, one] })).toBeUndefined();
      expect(findShapeMisfit(object({ a: text, b: one }), object({ b: one, "more?": other }))).toBeUndefined();
      expect(findShapeMisfit(object({ b: one, a: text }), object({ b: one, a: number }))?.path).toBe("a");
    }),
  );
});

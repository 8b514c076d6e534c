import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { announcementsSchema, eventNamePattern, moreFields, slotsSchema, surfaceSchema } from "./release-surface.ts";

const surface = {
  sends: { "download:started": ["platform", "url"], "support-chat:was-opened": [] },
  hears: { "toast:updated": [moreFields], "a:b": ["_private", "$1", "x"] },
  details: { "download:started": { type: "object", fields: { url: { type: "text" } }, required: ["url"] } },
  messages: { en: 12, "pt-br": 0, "zh-hant-tw": 3 },
  places: ["download/button"],
  deprecates: { "expose:button": "download/card" },
};

/** A key that occurs so often, each time with another number. */
const often = (count: number, toKey: (index: number) => string, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [toKey(index), value]));
/** `a`, `b`, … `z`, `ba`, …: names without digits. */
const toLetters = (index: number): string =>
  index < 26 ? String.fromCodePoint(97 + index) : toLetters(Math.floor(index / 26)) + toLetters(index % 26);

describe("what a release gives to other packages and uses of them", () => {
  test("is read as it was written", () => {
    expect(findProblem(surfaceSchema, surface)).toBeUndefined();
    const { details: _details, places: _places, deprecates: _deprecates, ...least } = surface;
    expect(findProblem(surfaceSchema, least)).toBeUndefined();
  });

  test.each<[string, object]>([
    ["sends", { sends: undefined }],
    ["hears", { hears: undefined }],
    ["messages", { messages: undefined }],
    ["sends.download:started", { sends: { "download:started": "url" } }],
    ["sends.download:started.0", { sends: { "download:started": ["x".repeat(301)] } }],
    ["sends.download:started", { sends: { "download:started": Array.from({ length: 65 }, () => "url") } }],
    ["sends", { sends: often(129, (index) => `a:${toLetters(index)}`, []) }],
    ["details.started", { details: { started: { type: "text" } } }],
    ["details.a:b.type", { details: { "a:b": { type: "date" } } }],
    ["details", { details: often(129, (index) => `a:${toLetters(index)}`, { type: "text" }) }],
    ["messages.en", { messages: { en: -1 } }],
    ["messages.en", { messages: { en: 1.5 } }],
    ["messages.en", { messages: { en: "12" } }],
    ["messages", { messages: often(129, (index) => `pt-${index}`, 1) }],
    ["places.0", { places: ["button"] }],
    ["places", { places: Array.from({ length: 129 }, () => "download/button") }],
    ["deprecates.expose:button", { deprecates: { "expose:button": 1 } }],
    ["later", { later: true }],
  ])("is refused with the field %s (case %#)", (field, change) => {
    expect(findProblem(surfaceSchema, { ...surface, ...change })).toMatch(new RegExp(`^${field}: `));
  });

  test("has at most 128 events", () => {
    const sends = often(128, (index) => `a:${toLetters(index)}`, []);
    expect(findProblem(surfaceSchema, { ...surface, sends })).toBeUndefined();
  });

  test.each(["en", "pt-br", "zh-hant-tw", "es-419"])("has messages in %j", (locale) => {
    expect(findProblem(surfaceSchema, { ...surface, messages: { [locale]: 1 } })).toBeUndefined();
  });

  test.each(["", "e", "eng", "EN", "1n", "en-", "en_gb", "en-GB", "en--gb", "xx en", "en\n", `en-${"x".repeat(300)}`])(
    "never has messages in %j",
    (locale) => {
      expect(findProblem(surfaceSchema, { ...surface, messages: { [locale]: 1 } })).toBeDefined();
    },
  );
});

describe("an event", () => {
  test.each(["download:started", "a:b", "support-chat:was-opened", "a-:b-"])("is named %j", (name) => {
    expect(eventNamePattern.test(name)).toBe(true);
    expect(findProblem(surfaceSchema, { ...surface, sends: { [name]: [] } })).toBeUndefined();
  });

  test.each([
    "",
    "download",
    ":started",
    "download:",
    "1download:started",
    "download:1",
    "download:started!",
    "download:Started",
    "down load:x",
    "a:b:c",
    "a:b\n",
  ])("is never named %j", (name) => {
    expect(findProblem(surfaceSchema, { ...surface, sends: { [name]: [] } })).toBe(
      `sends.${name}: expected an event such as download:started`,
    );
  });

  test.each(["*", "url", "x", "_private", "$1", "camelCase2"])("may have the field %j", (field) => {
    expect(findProblem(surfaceSchema, { ...surface, hears: { "a:b": [field] } })).toBeUndefined();
  });

  test.each(["", "**", "*a", "a*", "1a", "a b", "a-b", "-a", "a\n", "</script>"])("never has the field %j", (field) => {
    expect(findProblem(surfaceSchema, { ...surface, hears: { "a:b": [field] } })).toMatch(/^hears\.a:b\.0: /);
  });

  test("may have more fields than its code says, which is written as a star", () => {
    expect(moreFields).toBe("*");
  });
});

describe("a slot", () => {
  test.each([
    "a/b",
    "download/button",
    "support-chat/chat-2",
    "download/button#hero",
    "download/button#*",
    "d2/b2#hero-2",
    "a/b#-",
  ])("is named %j", (slot) => {
    expect(findProblem(slotsSchema, [slot])).toBeUndefined();
  });

  test.each([
    "",
    "button",
    "/button",
    "download/",
    "1download/button",
    "Download/button",
    "down_load/button",
    "download/1button",
    "download/Button",
    "download/but.ton",
    "download/button#",
    "download/button#**",
    "download/button#Hero",
    "download/button#hero!",
    "download/button/hero",
    "download/button\n",
    `download/${"x".repeat(300)}`,
  ])("is never named %j", (slot) => {
    expect(findProblem(slotsSchema, [slot])).toMatch(/^0: /);
  });

  test("that is named wrong is refused with an example, and too many are refused", () => {
    expect(findProblem(slotsSchema, ["button"])).toBe("0: expected a slot such as download/button#hero");
    expect(
      findProblem(
        slotsSchema,
        Array.from({ length: 128 }, () => "a/b"),
      ),
    ).toBeUndefined();
    expect(
      findProblem(
        slotsSchema,
        Array.from({ length: 129 }, () => "a/b"),
      ),
    ).toMatch(/^\(root\): /);
  });
});

describe("what a later release is going to remove", () => {
  test.each([
    "expose:button",
    "expose:b",
    "expose:card-2",
    "variant:button/hero",
    "variant:button/",
    "variant:card-2/hero-2",
    "sends:download:started",
    "sends:a:b",
    "sends:download:started/url",
    "sends:support-chat:was-opened/_x",
    "hears:toast:updated",
    "hears:toast:updated/$id2",
    "locale:pt",
    "locale:pt-br",
    "locale:zh-hant-tw",
  ])("may be %j", (name) => {
    expect(findProblem(announcementsSchema, { [name]: "the new one" })).toBeUndefined();
  });

  test.each([
    "",
    "button",
    "1expose:button",
    "expose:",
    "expose:1",
    "expose:Button",
    "expose:button/hero",
    "expose:but_ton",
    "variant:button",
    "variant:/hero",
    "variant:1/hero",
    "variant:button/Hero",
    "variant:but_ton/hero",
    "sends:download",
    "sends:1download:started",
    "sends:down2:started",
    "sends:download:1",
    "sends:download:started2",
    "sends:download:started/",
    "sends:download:started/1",
    "sends:download:started/a-b",
    "hears:download:started/url/more",
    "asks:download:started",
    "locale:p",
    "locale:PT",
    "locale:pt-",
    "locale:pt-BR",
    "locale:pt-br!",
  ])("is never %j", (name) => {
    expect(findProblem(announcementsSchema, { [name]: "the new one" })).toBe(
      `${name}: expected expose:button, variant:button/hero, sends:download:started, sends:download:started/url, hears:toast:updated or locale:pt-br`,
    );
  });

  test.each(["", " ", "\n\t"])("says what to use instead, not %j", (instead) => {
    expect(findProblem(announcementsSchema, { "expose:button": instead })).toBe(
      "expose:button: expected what to use instead",
    );
  });

  test("says it in at most 300 characters, and of at most 128 things", () => {
    expect(findProblem(announcementsSchema, { "expose:button": "x".repeat(300) })).toBeUndefined();
    expect(findProblem(announcementsSchema, { "expose:button": "x".repeat(301) })).toMatch(/^expose:button: /);
    expect(
      findProblem(
        announcementsSchema,
        often(128, (index) => `expose:a${index}`, "x"),
      ),
    ).toBeUndefined();
    expect(
      findProblem(
        announcementsSchema,
        often(129, (index) => `expose:a${index}`, "x"),
      ),
    ).toMatch(/^\(root\): /);
  });
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isFresh } from "./is-fresh.ts";

/** Tags as this server makes them, and as others do. */
const own = fc.stringMatching(/^[A-Za-z0-9_-]{1,24}$/).map((text) => `"${text}"`);
const others = fc.oneof(
  own,
  fc.stringMatching(/^[!#-~]{0,12}$/).map((text) => `"${text}"`),
);
const weak = fc.boolean();

test.each([
  [undefined, false],
  ["", false],
  ["*", true],
  ['"a"', true],
  ['W/"a"', true],
  ['"b"', false],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['  W/"a"  ', true],
  ["a", false],
  ['w/"a"', false],
  ['W/ "a"', false],
  ['"b", *', false],
  ['W/"A"', false],
  ['""', false],
] as const)('If-None-Match %j of W/"a" and of "a": %s', (header, fresh) => {
  expect([isFresh(header, 'W/"a"'), isFresh(header, '"a"')]).toEqual([fresh, fresh]);
});

test("a tag is found at every place of a list, weak or strong", () => {
  fc.assert(
    fc.property(
      own,
      fc.array(others),
      fc.nat(),
      weak,
      weak,
      fc.constantFrom(",", ", ", " ,\t"),
      (tag, list, at, sent, kept, separator) => {
        const header = list.toSpliced(at % (list.length + 1), 0, sent ? `W/${tag}` : tag).join(separator);
        expect(isFresh(header, kept ? `W/${tag}` : tag)).toBe(true);
      },
    ),
  );
});

test("a tag that is not in the list is not found, for any other tags", () => {
  fc.assert(
    fc.property(
      own,
      fc.oneof(
        fc.array(others).map((list) => list.join(",")),
        fc.string(),
      ),
      (tag, header) => {
        fc.pre(!header.includes(tag) && header.trim() !== "*");
        expect(isFresh(header, `W/${tag}`)).toBe(false);
      },
    ),
  );
});

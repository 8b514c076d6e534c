import { assert, constantFrom, json, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { parseJson, parseUnambiguousJson } from "./parse-json.ts";

const explain = (source: string, parse = parseJson): string => {
  try {
    parse(source);
  } catch (error) {
    return String(error);
  }
  return "";
};

test.each([
  ['{\n  "a": "x",\n  "b": Hello\n}', "SyntaxError: Unexpected token 'H' (line 3 column 8)"],
  ["{\n  \"a\": 'x'\n}", "SyntaxError: Unexpected token ''' (line 2 column 8)"],
  ['{\n  "a": ,\n  "b": 1\n}', "SyntaxError: Unexpected token ',' (line 2 column 8)"],
  ['{ "a": [{}, [1, "x:,"]],\n"b": ]', "SyntaxError: Unexpected token ']' (line 2 column 6)"],
  ['{\n  "a":\n\n', "SyntaxError: Unexpected end of JSON input (line 2 column 7)"],
  ["", "SyntaxError: Unexpected end of JSON input (line 1 column 1)"],
  ["\uFEFF{}", "SyntaxError: Unexpected token '\uFEFF' (line 1 column 1)"],
])("a mistake in JSON is named with its line and column: %j", (source, sentence) => {
  expect(explain(source)).toBe(sentence);
});

test("any mistake has a place: where a token begins that JSON does not have there", () => {
  const change = record({
    at: nat(),
    removed: nat({ max: 2 }),
    added: constantFrom("", ",", "]", "x", '"'),
  });
  assert(
    property(json(), change, (whole, { at, removed, added }) => {
      const start = at % (whole.length + 1);
      const source = whole.slice(0, start) + added + whole.slice(start + removed);
      const said = explain(source);
      const [, column] = / \(line 1 column (\d+)\)$/.exec(said) ?? [];
      expect(said === "" || column !== undefined, said).toBe(true);
      const [, unexpected] = /^SyntaxError: Unexpected token '(.)' \(line/su.exec(said) ?? [];
      if (unexpected === undefined) return;
      const [before, after] = [source.slice(0, Number(column) - 1), source.slice(Number(column) - 1)];
      expect(explain(before), source).not.toContain("Unexpected token");
      expect(/^[\w.+-]*/.exec(after.slice(0, after.indexOf(unexpected)))?.[0], source).toHaveLength(
        after.indexOf(unexpected),
      );
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    '{\n  "rules": {\n    "US": { "ruleType": "BLOCKED" },\n    "US": { "ruleType": "WARNING" }\n  }\n}',
    'SyntaxError: the key "US" stands twice in one object; leave one of the two (line 4 column 5)',
  ],
  [
    String.raw`{"US":1,"\u0055S":1}`,
    'SyntaxError: the key "US" stands twice in one object; leave one of the two (line 1 column 9)',
  ],
  [
    '[{"a":"b","b":"a"},{"b":[{"b":"b,"}],"a":{},"b":0}]',
    'SyntaxError: the key "b" stands twice in one object; leave one of the two (line 1 column 45)',
  ],
])("a key that stands twice is a mistake, because of two values only one would count: %j", (source, sentence) => {
  expect(explain(source, parseUnambiguousJson)).toBe(sentence);
});

test("a character that is not UTF-8 is a mistake, in place of which visitors would read a replacement character", () => {
  const latin1 = Buffer.from('{\n  "label": "Promo\u00e7\u00f5es"\n}', "latin1");
  expect(explain(String(latin1), parseUnambiguousJson)).toBe(
    "SyntaxError: this character is not UTF-8; save the file as UTF-8 (line 2 column 18)",
  );
});

test("JSON without a mistake is parsed as JSON.parse does", () => {
  assert(
    property(json(), (source) => {
      expect(parseJson(source)).toEqual(JSON.parse(source));
      expect(parseUnambiguousJson(source)).toEqual(JSON.parse(source));
    }),
  );
});

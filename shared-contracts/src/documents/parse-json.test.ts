import { assert, constantFrom, json, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const explain = (source: string): string => {
  try {
    parseJson(source);
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

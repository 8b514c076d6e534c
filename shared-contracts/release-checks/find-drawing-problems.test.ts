import { expect, test } from "vitest";
import { findDrawingProblems } from "./find-drawing-problems.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 10 10"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>\n`);

test.each([
  ["with references that XML has", svg("<title>Fun &amp; games &#38; &#x26; more</title>")],
  ["with a comment before it", Buffer.from("<!-- made by a tool -->\n<svg viewBox='0 0 8 4'><path d='M0 0'/></svg>")],
  ["of other scripts", svg("<title>漢 é</title>")],
])("A picture %s can be drawn.", (_what, bytes) => {
  expect(findDrawingProblems(bytes)).toEqual([]);
});

test.each<[string, Buffer, RegExp]>([
  ["a bare & in its title", svg("<title>a & b</title>"), /an & that begins no character reference.*&amp;/],
  ["an & in an attribute", svg('<rect id="a&b"/>'), /an & that begins no character reference/],
  ["a reference that HTML alone knows", svg("<title>a&nbsp;b</title>"), /&nbsp; that XML does not know/],
  ["an attribute without a value", svg("<rect hidden />"), /XML at line 1, column \d+: attribute without value/],
  ["a name that ends in other letters", svg("<g></G>"), /XML at line 1, column \d+: unexpected close tag/],
  ["a prefix that is not declared", svg('<use xlink:href="#a"/>'), /unbound namespace prefix: "xlink"/],
  ["a character that XML does not have", svg("<title>a\u0001b</title>"), /disallowed character/],
  ["bytes that are no text", Buffer.concat([svg("<title>a"), Buffer.from([0xff])]), /no UTF-8/],
  ["another namespace", Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>'), /its xmlns is/],
  ["no size", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), /says no size/],
  ["a size of nothing", svg("", 'viewBox="0 0 0 0"'), /says no size/],
])("A picture is refused that has %s.", (_what, bytes, problem) => {
  expect(findDrawingProblems(bytes)).toMatchObject([{ problem: expect.stringMatching(problem) }]);
});

test("A refusal names the character at which it is wrong.", () => {
  const bytes = svg("<title>a & b</title>");
  expect(findDrawingProblems(bytes)[0]?.at).toBe(bytes.indexOf("&"));
});

import { describe, expect, test } from "vitest";
import { findMisreadStyles } from "./find-misread-styles.ts";
import { findStyleProblems } from "./find-style-problems.ts";

/** What each sheet would have browsers do, while a more forgiving parser takes it for a text or a value. */
const hidden = "body{display:none!important}";

const hostile = [
  ["a line break in a text", `.content-a{content:"\n}}${hidden}.content-a{content:"}}`],
  ["a form feed in a text", `.content-a{content:'\f}}${hidden}.content-a{content:'}}`],
  ["a slash with a backslash in front of a star", `.content-a{x:a\\/*}}${hidden}.content-a{y:/**/}}`],
  ["a custom property outside of a rule", `--x:{}${hidden}}`],
  ["a custom property in a condition", `@media all{--x:{}${hidden}}}`],
  [
    "a separator of lines in front of a text in brackets",
    `.content-a{x:(\u2028");--y:"}}${hidden}.content-a{--z:"x"}}`,
  ],
  ["an address behind a sign", `.content-a{x:+url(a");y:"b)}}${hidden}.content-a{--z:")"}}`],
  ["an address written with an escape", `.content-a{x:u\\72l(a");y:"b)}}${hidden}.content-a{--z:")"}}`],
  ["an address with a bracket behind a sign", `.content-a{x:#url([);y:"])}}${hidden}.content-a{--z:"x"}}`],
  ["a comment in an address behind a sign", `.content-a{x:+url(/*)}}${hidden}.content-a{--z:a*/b}}`],
] as const;

describe("a sheet that browsers read in another way than the checks is refused, as its rules could be of the whole document", () => {
  test.each(hostile)("with %s", (_what, css) => {
    expect(findStyleProblems(`@layer remote{${css}`, "content", ["navigation"])).not.toEqual([]);
  });
});

test.each([
  [".content-a{x:(]}", "a ] stands where ) is expected."],
  [".content-a{x:({})}", "a { stands where ) is expected."],
  [".content-a{x:(;)}", "a ; stands where ) is expected."],
  ["}", "a } stands where nothing is expected."],
  [".content-a{content:'}", "' begins a text that never ends."],
  [".content-a{x:/* }", "a comment begins that never ends."],
  [".content-a{x:\\ }", "a \\ stands in front of white space or of a slash and a star."],
])("%s is refused with what stands wrong", (css, problem) => {
  expect(findMisreadStyles(css)).toMatchObject([{ line: 1, problem }]);
});

test.each([
  ".content-a::before{content:'\\201C a \\'b\\' (c] {'}",
  ".content-a\\:hover\\/b,.content-\\31 0{color:red}",
  ".content-a:is(.content-b,:not([data-x='}'])){--x:{a:b};--y:[c];grid-area:1/2/3/4}",
  ".content-a{background:url(data:image/png;base64,d09GMg==),URL( '/a(b).webp' ),url()}",
  "/* it's ( a comment */@media (min-width:1px){.content-a{width:calc((1px + 2px)*3)}}",
])("what all parsers read in one way is fine: %s", (css) => {
  expect(findMisreadStyles(css)).toEqual([]);
});

test("a long sheet is read in one pass, also when nothing in it ends", () => {
  for (const piece of ["/* ", "url( ", "url(", '"\\', "\\", "(", "a", "*", "'"])
    expect(findMisreadStyles(piece.repeat(60_000)).length).toBeLessThanOrEqual(1);
});

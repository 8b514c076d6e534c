import { expect, test } from "vitest";
import { findForeignSelectors } from "./find-foreign-selectors.ts";

test("Rules of the remote's own classes are its own, wherever they stand.", () => {
  const css = `@layer remote{.download-button-hero,.download-page-x:hover>a{color:red}@media print{:root[data-platform=ios] .download-a{&:focus{top:0}}}@keyframes download-in{from{top:0}50%{top:1px}}}`;
  expect(findForeignSelectors(css, "download")).toEqual([]);
});

test.each([
  ["an element everywhere", "a{color:red}", ["a"]],
  ["everything", "*{top:0}", ["*"]],
  ["the document", ":root{--color-action:red}", [":root"]],
  ["a class of another remote", ".navigation-header-menu{top:0}", [".navigation-header-menu"]],
  ["a primitive of the site", ".button{top:0}", [".button"]],
  ["one of several", ".download-a,.button{top:0}", [".button"]],
  ["a class whose name only begins alike", ".downloads-x{top:0}", [".downloads-x"]],
])("A rule that styles %s is refused.", (_what, css, foreign) => {
  expect(findForeignSelectors(`@layer remote{${css}}`, "download")).toEqual(foreign);
});

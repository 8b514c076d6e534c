import { describe, expect, test } from "vitest";
import { findStyleProblems } from "./find-style-problems.ts";

const find = (css: string): string[] => findStyleProblems(css, "content", ["navigation"]).map(({ problem }) => problem);
const inside = (css: string): string[] => find(`@layer remote{${css}}`);

describe("a remote's style sheet is fine", () => {
  test.each([
    ".content-a{color:red}",
    "@media (min-width:1px){.content-a{color:red}}",
    "@container (width>1px){@supports (display:grid){.content-a:hover{color:red}}}",
    "@starting-style{.content-a{opacity:0}}",
    "@keyframes content-spin{from{opacity:0}to{opacity:1}}",
    "@-webkit-keyframes content-spin{to{opacity:1}}",
    "@property --content-turn{syntax:'<angle>';inherits:false;initial-value:0deg}",
    "@font-face{font-family:'content-serif';src:url(/assets/serif.woff2)}",
    ".content-a{background:url(/assets/felt.webp)}",
    ".content-a{mask:url(#mask)}",
    ".content-a::before{content:'\\2014'}",
  ])("with %s", (css) => {
    expect(inside(css)).toEqual([]);
  });

  test("with several blocks of the remotes' layer and comments between them", () => {
    expect(find("/* a */@layer remote{.content-a{color:red}}\n@layer remote { .content-b{color:red} }")).toEqual([]);
  });
});

describe("a remote's style sheet is refused for what stands outside of its layer", () => {
  test.each([
    [".content-a{color:red}", /\.content-a stands outside of @layer remote/],
    ["@media print{.content-a{color:red}}", /@media print stands outside/],
    ["@layer remote{.content-a{color:red}}@layer override{.content-a{color:red}}", /@layer override stands outside/],
    ["@layer override.remote{.content-a{color:red}}", /override\.remote stands outside/],
    ["@layer override,remote;@layer remote{.content-a{color:red}}", /@layer override,remote stands outside/],
    ["@layer remote;", /stands outside/],
    ["@layer remote,override{.content-a{color:red}}", /stands outside/],
    ["@layer{.content-a{color:red}}", /stands outside/],
    ["@import url(/assets/other.css);@layer remote{}", /@import .* stands outside/],
    ["@import 'other.css' layer(override);", /stands outside/],
    ["@charset 'utf-7';@layer remote{}", /@charset .* stands outside/],
  ])("%s", (css, problem) => {
    expect(find(css).join("\n")).toMatch(problem);
  });
});

describe("a remote's style sheet is refused for what reaches the whole document", () => {
  test.each([
    [":root{--color-action:red}", /selector :root reaches outside/],
    ["html{display:none}", /selector html/],
    ["body{display:none}", /selector body/],
    [".content-a,main{color:red}", /selector main/],
    [".content-a .navigation-header{color:red}", /reaches outside/],
    ["@layer inner{.content-a{color:red}}", /@layer inner stands inside/],
    ["@keyframes spin{to{opacity:1}}", /animation spin has a name of the whole document, expected content-/],
    ["@keyframes 'shell-spin'{to{opacity:1}}", /animation 'shell-spin'/],
    ["@property --color-action{syntax:'*';inherits:true}", /--color-action is registered for the whole document/],
    ["@font-face{font-family:Archivo;src:url(./x.woff2)}", /declares Archivo/],
    ["@page{size:A4}", /@page holds for the whole document/],
    ["@view-transition{navigation:auto}", /@view-transition holds/],
    ["@counter-style content-a{system:cyclic;symbols:a}", /holds for the whole document/],
    ["@scope (.content-a){h2{color:red}}", /@scope/],
  ])("%s", (css, problem) => {
    expect(inside(css).join("\n")).toMatch(problem);
  });
});

describe("a remote's style sheet is refused for an address on another origin", () => {
  test.each([
    ".content-a{background:url(https://evil.example/a.png)}",
    ".content-a{background:url( '//evil.example/a.png' )}",
    ".content-a{--x:url(//evil.example/a.png)}",
    ".content-a{background:image-set('https://evil.example/a.png' 1x)}",
    ".content-a{background:url('/\\9/evil.example/a.png')}",
    ".content-a{background:u\\72l('\\2f\\2f evil.example/a.png')}",
    ".content-a{background:url('\\\\\\\\evil.example/a.png')}",
    ".content-a{background:url(javascript:alert(1))}",
    ".content-a{background:url(data:text/html,x)}",
    "@font-face{font-family:content-a;src:url(https://evil.example/a.woff2)}",
    "@supports (background:url(//evil.example)){.content-a{color:red}}",
  ])("%s", (css) => {
    expect(inside(css).join("\n")).toMatch(/address that is not on this origin/);
  });
});

test.each([
  "@layer remote{.content-a::after{content:'</style><script>alert(1)</script>'}}",
  "@layer remote{.content-a{--x:'</STYLE '}}",
  "<!-- @layer remote{} -->",
])("a sheet that would end or hide the style element it is written into is refused: %s", (css) => {
  expect(find(css).join("\n")).toMatch(/ends or hides a style element/);
});

test.each([
  "background:url(./table.png)",
  "background:url( 'table.png' )",
  'background-image:image-set(url("../table.png") 1x)',
  "mask:url(images/table.svg#mask)",
  "background-image:image-set('./table.png' 1x, '/assets/table.png' 2x)",
  'background-image:image-set("/assets/table.png" type("image/png") 1x, "table.png" 2x)',
])("a file beside the sheet, which is not in the release, is refused: %s", (declaration) => {
  expect(findStyleProblems(`@layer remote{.content-a{${declaration}}}`, "content", [])).toEqual([
    {
      line: 1,
      column: 26,
      problem: expect.stringMatching(/ names a file beside the sheet, and a release has none\.$/),
      change: expect.stringMatching(/^Name it by a path of this site/),
    },
  ]);
});

test.each([
  ["body{color:red}", /^Name a class of this CSS Module/],
  ["@keyframes spin{to{opacity:1}}", /^Write its name without `:global`/],
  ["@property --turn{syntax:'<angle>';inherits:false;initial-value:0deg}", /^Give it that name/],
  ["@font-face{font-family:serif;src:url(/assets/serif.woff2)}", /^Give it that name/],
  ["@page{margin:0}", /^Leave it out/],
  ['@import "./other.css";', /^Write the rules in a style sheet of the package/],
  [".content-a{@apply p-4}", /^Write the declarations that it stands for/],
  [".content-a{background:url(//elsewhere.example/a.png)}", /^Name it by a path of this site/],
  [
    "@font-face{font-family:'content-serif';src:url(data:font/woff2;base64,d09GMg==)}",
    /^Use a font of the site, var\(--font\), or name a picture by a path of this site/,
  ],
  [
    ".content-a{background:url( 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E' )}",
    /^Use a font of the site, .*, or name a picture by a path of this site/,
  ],
])("what a CSS Module cannot have is refused with what to write instead: %s", (css, change) => {
  const found = findStyleProblems(`@layer remote{${css}}`, "content", []);
  expect(found).toEqual([expect.objectContaining({ change: expect.stringMatching(change) })]);
});

test("a problem names its line and column", () => {
  expect(
    findStyleProblems("@layer remote{\n  .content-a{color:red}\n  body{color:red}\n}", "content", []),
  ).toMatchObject([{ line: 3, column: 3, problem: expect.stringContaining("body") }]);
  expect(findStyleProblems("@layer remote{.content-a{color:red}", "content", [])).toMatchObject([
    { line: 1, column: 1, problem: "it is no CSS: Unclosed block." },
  ]);
});

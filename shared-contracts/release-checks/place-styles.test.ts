import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findStyleProblems } from "./find-style-problems.ts";
import { placeStyles } from "./place-styles.ts";

let sourceRoot: string;
beforeEach(() => {
  sourceRoot = mkdtempSync(join(tmpdir(), "place-styles-"));
  mkdirSync(join(sourceRoot, "src/ui"), { recursive: true });
});
afterEach(() => rmSync(sourceRoot, { recursive: true, force: true }));

/** What is found in a sheet of a release, named at the sources. */
function place(source: string, released: string): string[] {
  writeFileSync(join(sourceRoot, "src/ui/card.module.css"), source);
  const found = findStyleProblems(`@layer remote{${released}}`, "lobby", ["content"]);
  return placeStyles(
    found.map((finding) => ({ file: "browser/still-page.1a2b.css", ...finding })),
    { sourceRoot, name: "lobby", others: ["content"] },
  ).map(({ file, line, column, problem }) => `${file}:${line}:${column} ${problem}`);
}

const reaches = "reaches outside the remote's own class names, lobby-….";

test.each([
  ["an element", "\n\nbody { color: red }", "body{color:red}", `3:1 the selector body ${reaches}`],
  ["an element in brackets", ":global(body) { color: red }", "body{color:red}", `1:1 the selector body ${reaches}`],
  [
    "a class of another package",
    ".card { }\n.card   :global(.content-a) { color: red }",
    ".lobby-x1a .content-a{color:red}",
    `2:1 the selector .lobby-card   .content-a ${reaches}`,
  ],
  [
    "a class behind a :global without brackets",
    ".card :global .content-a { color: red }",
    ".lobby-x1a .content-a{color:red}",
    `1:1 the selector .lobby-card .content-a ${reaches}`,
  ],
  [
    "one of several, in a condition",
    "@media (width > 1em) {\n  .card { }\n  .card,\n  h1 > p { color: red }\n}",
    "@media (width>1em){.lobby-x1a,h1>p{color:red}}",
    `3:3 the selector h1 > p ${reaches}`,
  ],
  [
    "an animation",
    "@keyframes :global(spin) { to { opacity: 1 } }",
    "@keyframes spin{to{opacity:1}}",
    "1:1 the animation spin has a name of the whole document, expected lobby-….",
  ],
  [
    "a layer of its own",
    "\n@layer inner { .card { color: red } }",
    "@layer inner{.lobby-x1a{color:red}}",
    "2:1 @layer inner stands inside of another rule.",
  ],
  [
    "an address",
    ".card {\n  background: url(https://x.example/a.png);\n}",
    ".lobby-x1a{background:url(https://x.example/a.png)}",
    "2:3 background: url(https://x.example/a.png) names an address that is not on this origin.",
  ],
])("what reaches outside is named at its source: %s", (_what, source, released, found) => {
  expect(place(source, released).map((one) => one.replaceAll(/\s+/g, " "))).toEqual([
    `src/ui/card.module.css:${found.replaceAll(/\s+/g, " ")}`,
  ]);
});

test("what stands in several sheets of a release is named once", () => {
  expect(place("body { color: red }", "body{color:red}body{color:red}")).toHaveLength(1);
});

test("what no source has keeps its place in the release", () => {
  expect(place(".card { }", "body{color:red}")).toEqual([
    `browser/still-page.1a2b.css:1:15 the selector body ${reaches}`,
  ]);
});

test("a source that is no CSS is left out: the build has refused it", () => {
  expect(place("} {", "body{color:red}")).toHaveLength(1);
});

import { expect, test } from "vitest";
import { toBuildProblems } from "./build-problems.ts";

test("a module that throws while it is loaded is named with the file, line and column where it throws", () => {
  const error = new Error(
    "Rspack compilation failed:\nERROR in × the server file of content does not say what its islands are: not yet (src/exposes/about-us.tsx:8:7)\n",
  );
  expect(toBuildProblems(error, "/nowhere", "remote-content")).toEqual([
    expect.objectContaining({
      text: "the server file of content does not say what its islands are: not yet",
      file: "remote-content/src/exposes/about-us.tsx",
      line: 8,
      column: 7,
    }),
  ]);
});

test.each([
  [
    "with its place",
    "src/exposes/page.tsx:7:3: hydrate of this island is wrong. Correct it.",
    {
      text: "hydrate of this island is wrong. Correct it.",
      file: "remote-lobby/src/exposes/page.tsx",
      line: 7,
      column: 3,
    },
  ],
  ["without one", "/x/package.json has no version", { text: "/x/package.json has no version", file: undefined }],
])("an error of no module is shown %s", (_what, said, problem) => {
  expect(toBuildProblems(new Error(`ERROR in × ${said}\n\n`), "/nowhere", "remote-lobby")).toEqual([
    expect.objectContaining(problem),
  ]);
});

test("a class that a CSS Module does not have is named with the file and line that ask for it", () => {
  const error = new Error(
    "ERROR in ./src/ui/footer.tsx\n  × Module build failed (from ../build/code-loader.ts):\n  ╰─▶   × src/ui/footer.tsx:15: src/ui/footer.module.css has no class fooer. Write footer, which is the nearest, or write a rule for it.\n",
  );
  expect(toBuildProblems(error, "/nowhere", "remote-content")).toEqual([
    expect.objectContaining({
      text: "src/ui/footer.module.css has no class fooer. Write footer, which is the nearest, or write a rule for it.",
      file: "remote-content/src/ui/footer.tsx",
      line: 15,
    }),
  ]);
});

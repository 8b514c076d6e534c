import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../workspace/workspace.ts";

interface ListedSentence {
  file: string;
  clause: string;
  sentence: string;
}

/** The rows of the list: each under the file that is named above its table. */
function listSentences(): ListedSentence[] {
  let file = "";
  return readFileSync(join(workspaceRoot, "docs/to-confirm.md"), "utf8")
    .split("\n")
    .flatMap((line) => {
      file = /^`(remote-[^`]+)`$/.exec(line)?.[1] ?? file;
      const [, clause, sentence] = /^\| (.+?) \| (.+) \| [^|]+ \|$/.exec(line) ?? [];
      return !clause || !sentence || clause === "Clause" || clause.startsWith("---")
        ? []
        : [{ file, clause, sentence: sentence.replaceAll("\\|", "|") }];
    });
}

test("every sentence that a lawyer has to confirm stands where the list says", () => {
  const listed = listSentences();
  expect(listed.length).toBeGreaterThan(40);
  const missing = listed.filter(
    ({ file, sentence }) =>
      !existsSync(join(workspaceRoot, file)) || !readFileSync(join(workspaceRoot, file), "utf8").includes(sentence),
  );
  expect(missing).toEqual([]);
});

test("every clause that the list names of a policy is a heading of that policy", () => {
  const wrong = listSentences().filter(
    ({ file, clause }) =>
      file.endsWith(".md") && !toIds(readFileSync(join(workspaceRoot, file), "utf8")).includes(clause),
  );
  expect(wrong).toEqual([]);
});

function toIds(markdown: string): string[] {
  return [...markdown.matchAll(/^#{2,4} (.+)$/gm)].map(
    ([, heading = ""]) => `#${heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
  );
}

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceLine } from "./find-source-line.ts";

/** Where a message stands in a file of `messages/`. Undefined where the sources are not known. */
export function findMessageLine(root: string | undefined, id: string, locale = "en"): SourceLine | undefined {
  return root === undefined ? undefined : findIn(root, [`messages/${locale}.json`], id);
}

/** Where code names a message or an event, in quotes. Undefined where the sources are not known. */
export function findQuoted(root: string | undefined, id: string): SourceLine | undefined {
  if (root === undefined) return undefined;
  return findIn(root, globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] }).toSorted(), id);
}

function findIn(root: string, files: readonly string[], id: string): SourceLine | undefined {
  for (const file of files) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const line = readFileSync(path, "utf8")
      .split("\n")
      .findIndex((text) => ['"', "'", "`"].some((quote) => text.includes(`${quote}${id}${quote}`)));
    if (line >= 0) return { file, line: line + 1 };
  }
  return undefined;
}

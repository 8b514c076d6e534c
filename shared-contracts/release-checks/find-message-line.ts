import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceLine } from "./find-source-line.ts";

/** Where a message stands in a file of `messages/`. Undefined where the sources are not known. */
export function findMessageLine(root: string | undefined, id: string, locale = "en"): SourceLine | undefined {
  return root === undefined ? undefined : findIn(root, [`messages/${locale}.json`], (text) => isQuoted(text, id));
}

/**
 * Where code names a message or an event, in quotes: where it is used, or else where it is declared as a name of something else, as a field of a type.
 * Undefined where the sources are not known.
 */
export function findQuoted(root: string | undefined, id: string): SourceLine | undefined {
  if (root === undefined) return undefined;
  const files = listSources(root);
  return (
    findIn(root, files, (text) => isQuoted(text, id) && !isDeclared(text, id)) ??
    findIn(root, files, (text) => isQuoted(text, id))
  );
}

/** Where code that names an event names a field, or else where it names the event. Undefined where the sources are not known. */
export function findField(root: string | undefined, event: string, field: string): SourceLine | undefined {
  if (root === undefined) return undefined;
  const lines = listSources(root).flatMap((file) => {
    const texts = readFileSync(join(root, file), "utf8").split("\n");
    if (!texts.some((text) => isQuoted(text, event))) return [];
    return texts.map((text, index) => ({ file, line: index + 1, text }));
  });
  const named = lines.filter(({ text }) => text.split(/[^\w$-]+/).includes(field));
  const found = named.find(({ text }) => isQuoted(text, event)) ?? named[0];
  return found ? { file: found.file, line: found.line } : findQuoted(root, event);
}

function listSources(root: string): string[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] }).toSorted();
}

function isQuoted(text: string, id: string): boolean {
  return ['"', "'", "`"].some((quote) => text.includes(`${quote}${id}${quote}`));
}

/** Whether a line has a name in quotes with a colon behind it. */
function isDeclared(text: string, id: string): boolean {
  return ['"', "'"].some((quote) => /^\s*\??\s*:/.test(text.split(`${quote}${id}${quote}`)[1] ?? ""));
}

function findIn(root: string, files: readonly string[], isFound: (text: string) => boolean): SourceLine | undefined {
  for (const file of files) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const line = readFileSync(path, "utf8").split("\n").findIndex(isFound);
    if (line >= 0) return { file, line: line + 1 };
  }
  return undefined;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A line of a package's sources, by its path in the package, counted from 1. */
export interface SourceLine {
  file: string;
  line: number;
}

const searched = /\.(?:tsx|ts|json)$/;

/**
 * Finds the line of a package's sources that a piece of its HTML comes from. HTML does not name it, so this searches for the values and texts of the
 * piece, the longest first. Undefined when no value or text is in exactly one line of the sources.
 * @param root the folder of the package
 */
export function findSourceLine(root: string, excerpt: string): SourceLine | undefined {
  const files = [join(root, "src"), join(root, "messages")].flatMap((folder) =>
    existsSync(folder) ? listFiles(folder) : [],
  );
  const lines = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((text, index) => ({ file: file.slice(root.length + 1), line: index + 1, text })),
  );
  for (const word of listWords(excerpt)) {
    const [found, ...others] = lines.filter(({ text }) => text.includes(word));
    if (found && others.length === 0) return { file: found.file, line: found.line };
  }
  return undefined;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && searched.test(entry.name) && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Texts of HTML that a source may contain literally: values of attributes and texts between tags, then names of attributes and the tag. */
function listWords(excerpt: string): string[] {
  const values = [...excerpt.matchAll(/="([^"]+)"?/g)].map(([, value = ""]) => value);
  const texts = excerpt.split(/<[^>]*>?/).map((text) => text.trim());
  const names = [...excerpt.matchAll(/\s([\w-]+)=/g)].map(([, name = ""]) => `${name}=`);
  const [, tag = ""] = /^<([\w-]+)/.exec(excerpt) ?? [];
  const long = [...values, ...texts].filter((word) => word.length > 3).toSorted((a, b) => b.length - a.length);
  return [...long, ...names, ...(tag === "" ? [] : [`<${tag}`])];
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { findExposes } from "./generate-entries.ts";

/** The files of `src/exposes` that export no `island`. A file that cannot be parsed, or that re-exports another file, does not count. */
export function findEmptyExposes(root: string): string[] {
  if (!existsSync(join(root, "src/exposes"))) return [];
  return findExposes(root)
    .map((key) => `src/exposes/${key}.tsx`)
    .filter((file) => {
      const { module, errors } = parseSync(file, readFileSync(join(root, file), "utf8"));
      const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName));
      return errors.length === 0 && !names.some(({ kind, name }) => kind === "None" || name === "island");
    });
}

/** What is missing in such files, and advice. */
export function explainEmpty(files: readonly string[]): string {
  return `${files.join(" and ")} export${files.length === 1 ? "s" : ""} no island. Export one (export const island = defineIsland({ … })), or move the file out of src/exposes.`;
}

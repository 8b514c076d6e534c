import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { MultiStats, Stats } from "@rspack/core";
import { parseSync } from "oxc-parser";
import { findExposes } from "./generate-entries.ts";

/**
 * Why the bundler made nothing, and what to do, as sentences.
 * @param root the folder of the package
 * @throws SiteError `BUILD_FAILED` as `findExposes` does
 */
export function explainFailedBuild(root: string, stats: Stats | MultiStats | undefined): string {
  const empty = existsSync(join(root, "src/exposes")) ? findEmptyExposes(root) : [];
  // Of these the bundler says only that a file which is generated imports what is not there.
  if (empty.length > 0)
    return `${empty.join(" and ")} export${empty.length === 1 ? "s" : ""} no island. Export one (export const island = defineIsland({ … })), or move the file out of src/exposes.`;
  const errors = listErrors(stats);
  const said = errors.flatMap((error) => ownSentence.exec(error)?.[1] ?? []);
  if (said.length > 0 && said.length === errors.length) return [...new Set(said)].join(" ");
  return `Correct what the bundler says, and build again.\n${stats?.toString("errors-only") ?? "It built nothing."}`;
}

/** What a loader of this preset says of a file: where, what, and what to do. */
const ownSentence = /^\s*╰─▶\s+× (\S+:\d+: .+\.)$/m;

function listErrors(stats: Stats | MultiStats | undefined): string[] {
  const all = stats === undefined ? [] : "stats" in stats ? stats.stats : [stats];
  return all.flatMap((one) =>
    (one.toJson({ all: false, errors: true }).errors ?? []).map(({ message }) => stripVTControlCharacters(message)),
  );
}

/** The files of `src/exposes` that export no `island`. One that cannot be parsed, or that passes on all of another file, is none of them. */
function findEmptyExposes(root: string): string[] {
  return findExposes(root)
    .map((key) => `src/exposes/${key}.tsx`)
    .filter((file) => {
      const { module, errors } = parseSync(file, readFileSync(join(root, file), "utf8"));
      const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName));
      return errors.length === 0 && !names.some(({ kind, name }) => kind === "None" || name === "island");
    });
}

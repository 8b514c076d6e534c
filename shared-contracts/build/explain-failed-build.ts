import type { MultiStats, Stats } from "@rspack/core";
import { listErrors, printErrors } from "./bundler-errors.ts";
import { explainEmpty, findEmptyExposes } from "./find-empty-exposes.ts";
import { findStyleErrors } from "./find-style-errors.ts";
import { formatSourceError, toSourceError } from "./source-error.ts";

/**
 * Why the bundler built nothing, with advice, as sentences.
 * @param root the folder of the package
 * @throws SiteError `BUILD_FAILED` as `findExposes` does
 */
export function explainFailedBuild(root: string, stats: Stats | MultiStats | undefined): string {
  const empty = findEmptyExposes(root);
  // For these the bundler only reports that a generated file imports a missing name.
  if (empty.length > 0) return explainEmpty(empty);
  const errors = stats === undefined ? [] : listErrors(stats);
  const known = errors.flatMap((error) => toSourceError(root, error) ?? []);
  if (known.length > 0 && known.length === errors.length) return [...new Set(known.map(formatSourceError))].join("\n");
  return `Correct what the bundler says, and build again.\n${stats ? printErrors(stats) : "It built nothing."}`;
}

/**
 * Why the minimizer stopped the build. Its message names a place in a bundle of style sheets.
 * @returns undefined when another step stopped the build
 */
export async function explainStyles(root: string, problem: string): Promise<string | undefined> {
  if (!/minification failed[^]*\.css/.test(problem)) return undefined;
  const errors = await findStyleErrors(root);
  return errors.length === 0 ? undefined : errors.map(formatSourceError).join("\n");
}

/**
 * The errors of a bundle as one text. When the places of all errors in the sources are known, each begins with its place; otherwise the text is the
 * bundler's.
 * @param root the folder of the package
 */
export function describeErrors(root: string, stats: Stats): string {
  const empty = findEmptyExposes(root);
  if (empty.length > 0) return empty.map((file) => `ERROR in ./${file}\n  × ${explainEmpty([file])}\n`).join("\n");
  const errors = listErrors(stats);
  const known = errors.flatMap((error) => toSourceError(root, error) ?? []);
  if (known.length < errors.length) return printErrors(stats);
  return [...new Set(known.map((error) => `ERROR in ./${error.file}\n  × ${formatSourceError(error)}\n`))].join("\n");
}

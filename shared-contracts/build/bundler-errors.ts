import { stripVTControlCharacters } from "node:util";
import type { MultiStats, Stats } from "@rspack/core";
import { toProblem } from "../src/errors/errors.ts";

/** An error of the bundler. */
export interface BundlerError {
  message: string;
  /** The path from the folder of the package, with `./` in front, if the error is of one module. */
  moduleName?: string | undefined;
}

/** The errors of a build, without colours: the bundler colours its messages if `FORCE_COLOR` is set, as on many hosted machines. */
export function listErrors(stats: Stats | MultiStats): BundlerError[] {
  if ("stats" in stats) return stats.stats.flatMap(listErrors);
  const errors = stats.toJson({ all: false, errors: true }).errors ?? [];
  return errors.map(({ message, moduleName }) => ({ message: stripVTControlCharacters(message), moduleName }));
}

/** All errors of a build as the bundler prints them, without its colours. */
export function printErrors(stats: Stats | MultiStats): string {
  return stripVTControlCharacters(stats.toString("errors-only"));
}

/** Why the bundler stopped, without its colours. */
export function toStopProblem(error: Error): string {
  return stripVTControlCharacters(toProblem(error));
}

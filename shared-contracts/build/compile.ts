import { type MultiStats, rspack, type RspackOptions, type Stats } from "@rspack/core";
import { isSiteError, SiteError } from "../src/errors/errors.ts";
import { toStopProblem } from "./bundler-errors.ts";
import { explainFailedBuild, explainStyles } from "./explain-failed-build.ts";

/**
 * Builds these configurations once in this process, with the same result as `rspack build`.
 * @throws SiteError `BUILD_FAILED` with the wrong file, or with the bundler's messages
 */
export async function compile(configurations: readonly RspackOptions[]): Promise<void> {
  const [{ name = "The package", context = "" } = {}] = configurations;
  const [label = ""] = name.split("/");
  const { error, stats } = await run(configurations);
  if (isSiteError(error)) throw error;
  if (!error && stats && !stats.hasErrors()) return;
  const problem = error
    ? ((await explainStyles(context, error.message)) ?? toStopProblem(error))
    : explainFailedBuild(context, stats);
  throw new SiteError("BUILD_FAILED", { name: label, problem }, { cause: error });
}

/** The result of the bundler. */
interface Run {
  error: Error | null;
  stats: Stats | MultiStats | undefined;
}

function run(configurations: readonly RspackOptions[]): Promise<Run> {
  return new Promise((resolve) => {
    rspack([...configurations], (error: Error | null, stats: Stats | MultiStats | undefined) =>
      resolve({ error, stats }),
    );
  });
}

import { type MultiStats, rspack, type RspackOptions, type Stats } from "@rspack/core";
import { isSiteError, SiteError, toProblem } from "../src/errors/errors.ts";
import { explainFailedBuild } from "./explain-failed-build.ts";

/**
 * Builds once what `rspack build` would build of these configurations, in this process.
 * @throws SiteError `BUILD_FAILED` with the file that is wrong, or with the bundler's messages
 */
export function compile(configurations: readonly RspackOptions[]): Promise<void> {
  const [{ name = "The package", context = "" } = {}] = configurations;
  return new Promise((resolve, reject) => {
    const refuse = (problem: string, cause?: unknown): void => {
      const [label = ""] = name.split("/");
      reject(isSiteError(cause) ? cause : new SiteError("BUILD_FAILED", { name: label, problem }, { cause }));
    };
    rspack([...configurations], (error: Error | null, stats: Stats | MultiStats | undefined) => {
      if (error) refuse(toProblem(error), error);
      else if (!stats || stats.hasErrors()) refuse(explainFailedBuild(context, stats));
      else resolve();
    });
  });
}

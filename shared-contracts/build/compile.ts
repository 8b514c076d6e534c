import { type MultiStats, rspack, type RspackOptions, type Stats } from "@rspack/core";

/**
 * Builds once what `rspack build` would build of these configurations, in this process.
 * @throws Error with the bundler's messages
 */
export function compile(configurations: readonly RspackOptions[]): Promise<void> {
  return new Promise((resolve, reject) => {
    rspack([...configurations], (error: Error | null, stats: Stats | MultiStats | undefined) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString("errors-only") ?? "nothing was built"));
      else resolve();
    });
  });
}

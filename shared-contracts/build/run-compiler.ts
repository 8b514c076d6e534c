import type { Compiler, MultiCompiler } from "@rspack/core";

/**
 * Runs a compiler once and closes it.
 * @throws Error with the bundler's messages
 */
export function runCompiler(compiler: Compiler | MultiCompiler): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString("errors-only")));
        else resolve();
      });
    });
  });
}

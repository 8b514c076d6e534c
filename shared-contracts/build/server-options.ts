import { rspack, type RspackOptions, SwcJsMinimizerRspackPlugin } from "@rspack/core";
import { type BundleSide, serverExternals, toBundleOptions } from "./bundle-options.ts";
import { generateServerEntry } from "./generate-entries.ts";

/** One CommonJS file, so that a version can be loaded from verified bytes and dropped again. */
export function toServerOptions(bundle: BundleSide): RspackOptions {
  const options = toBundleOptions(bundle);
  return {
    ...options,
    entry: { entry: generateServerEntry(bundle.root) },
    // Where each line of the file comes from, without the sources' text: release checks name the place of an error. No
    // comment in the file points to it, and what lies in `server/` is never served.
    devtool: "hidden-nosources-source-map",
    output: {
      ...options.output,
      filename: "[name].cjs",
      library: { type: "commonjs2" },
      devtoolModuleFilenameTemplate: "[resource-path]",
    },
    externals: serverExternals,
    externalsPresets: { node: true },
    optimization: {
      ...options.optimization,
      // Unused code is dropped and names stay: a stack trace of a remote is read by its team.
      minimizer: [
        new SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { mangle: false, format: { beautify: true } },
        }),
      ],
    },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

import { rspack, type RspackOptions, SwcJsMinimizerRspackPlugin } from "@rspack/core";
import { type BundleSide, serverExternals, toBundleOptions } from "./bundle-options.ts";
import { generateServerEntry } from "./generate-entries.ts";

/** One CommonJS file, so that a version can be loaded from verified bytes and unloaded again. */
export function toServerOptions(bundle: BundleSide): RspackOptions {
  const options = toBundleOptions(bundle);
  return {
    ...options,
    entry: { entry: generateServerEntry(bundle.root) },
    // The source map without the sources' text, with which release checks name the place of an error. The file has no comment that points to it, and
    // files in `server/` are never served.
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
      // Unused code is dropped, but names are kept, because teams read stack traces of their remote.
      minimizer: [
        new SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { mangle: false, format: { beautify: true } },
        }),
      ],
    },
    plugins: [
      // Libraries such as lodash look for the global object by this name, and make code of a text without it, which servers refuse.
      new rspack.DefinePlugin({ global: "globalThis" }),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

import { join } from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/rspack";
import {
  CssExtractRspackPlugin,
  LightningCssMinimizerRspackPlugin,
  NormalModuleReplacementPlugin,
  rspack,
  type RspackOptions,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from "@rspack/core";
import { headFile } from "../src/islands/head-fragment.ts";
import type { IslandDescriptor } from "../src/islands/island.ts";
import { type PackageName, toGlobalName } from "../src/names/package-name.ts";
import { browserTargets, type BundleSide, serverExternals, toBundleOptions } from "./bundle-options.ts";
import { findHeadScript, generateBrowserExposes, generateServerEntry } from "./generate-entries.ts";
import type { PackageBuild } from "./package-build.ts";
import { toRemoteShareOptions } from "./share-options.ts";

const workspaceRoot = join(import.meta.dirname, "../..");

/** Everything a remote's build needs to be told: its name, and its folder when that is not `remote-<name>`. */
export function defineRemote({
  name,
  root = join(workspaceRoot, `remote-${name}`),
}: {
  name: PackageName;
  root?: string;
}): PackageBuild {
  return {
    name,
    root,
    entryFile: "remoteEntry.js",
    server: (mode) => toServerOptions({ name, root, side: "server", mode }),
    browser(mode, descriptors) {
      const bundle: BundleSide = { name, root, side: "browser", mode };
      const head = findHeadScript(root);
      const islands = toBrowserOptions(bundle, descriptors);
      if (head === undefined) return islands;
      // Both bundles share a folder, which the islands' empties of everything else.
      return [{ ...islands, output: { ...islands.output, clean: { keep: headFile } } }, toHeadOptions(bundle, head)];
    },
  };
}

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

/** The minimizers of every browser bundle. */
export const browserMinimizers = [
  new SwcJsMinimizerRspackPlugin({
    extractComments: false,
    minimizerOptions: { compress: { passes: 2 }, format: { comments: false } },
  }),
  new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: [...browserTargets] } }),
];

/** The plain script of a head fragment: one file, with nothing of the bundler or of federation in it. */
function toHeadOptions(bundle: BundleSide, script: string): RspackOptions {
  const options = toBundleOptions(bundle);
  return {
    ...options,
    name: `${bundle.name}/head`,
    entry: { head: script },
    output: { ...options.output, filename: headFile, clean: false },
    optimization: { ...options.optimization, minimizer: browserMinimizers },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

function toBrowserOptions(bundle: BundleSide, descriptors: readonly IslandDescriptor[]): RspackOptions {
  const { name } = bundle;
  const options = toBundleOptions(bundle);
  const exposes = generateBrowserExposes(bundle.root, descriptors);
  const still = descriptors.filter((descriptor) => descriptor.hydrate === "never");
  return {
    ...options,
    // An island that never hydrates is bundled for its CSS alone; its script is left out of the release.
    entry: Object.fromEntries(
      still.map(({ key }) => [`still-${key}`, { import: join(bundle.root, `src/exposes/${key}.tsx`), runtime: false }]),
    ),
    output: {
      ...options.output,
      publicPath: "auto",
      filename: "[name].js",
      chunkFilename: "[name].[contenthash:8].js",
    },
    optimization: { ...options.optimization, splitChunks: false, minimizer: browserMinimizers },
    plugins: [
      new ModuleFederationPlugin({
        name: toGlobalName(name),
        filename: "remoteEntry.js",
        library: { type: "var", name: toGlobalName(name) },
        exposes: Object.fromEntries(
          Object.entries(exposes).map(([key, file]) => [`./${key}`, { import: file, name: `expose-${key}` }]),
        ),
        shared: toRemoteShareOptions(),
        shareStrategy: "loaded-first",
        manifest: false,
        dts: false,
        experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: "web" } },
      }),
      new NormalModuleReplacementPlugin(
        /^[^!]*webpack-bundler-runtime[^!]*$/,
        join(import.meta.dirname, "federation-runtime.ts"),
      ),
      new CssExtractRspackPlugin({
        filename: "[name].css",
        chunkFilename: "[name].[contenthash:8].css",
        runtime: false,
      }),
      new SubresourceIntegrityPlugin({ hashFuncNames: ["sha384"], enabled: true }),
    ],
  };
}

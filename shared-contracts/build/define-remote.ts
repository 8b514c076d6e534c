import { existsSync } from "node:fs";
import { basename, join } from "node:path";
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
import { moduleExtension } from "../confine/module-extension.ts";
import { SiteError } from "../src/errors/errors.ts";
import { headFile } from "../src/islands/head-file.ts";
import { type PackageName, toGlobalName } from "../src/names/package-name.ts";
import { browserTargets, type BundleSide, toBundleOptions } from "./bundle-options.ts";
import { type Configure, toMode } from "./configuration.ts";
import { findHeadScript } from "./generate-entries.ts";
import type { ContainerOptions } from "./islands-plugin.ts";
import { toReleaseConfiguration } from "./release-configuration.ts";
import { toRemoteShareOptions } from "./share-options.ts";
import { toRemoteRoot } from "./workspace-packages.ts";
import { toServerOptions } from "./server-options.ts";

/** The browser file of a remote that the shell loads first. */
export const entryFile = "remoteEntry.js";

/**
 * A remote's configuration: its server file, its islands, and the script of its head fragment if it has one. It needs the remote's name, and its
 * folder when that is not `remote-<name>`.
 */
export function defineRemote({ name, root = toRemoteRoot(name) }: { name: PackageName; root?: string }): Configure {
  return (environment, argv) => {
    if (!existsSync(root))
      throw new SiteError("BUILD_FAILED", {
        name,
        problem: `rspack.config.ts builds the folder ${root}, which is not there. Write export default defineRemote({ name: "${name}", root: import.meta.dirname }).`,
      });
    const server: BundleSide = { name, root, side: "server", mode: toMode(argv) };
    const browser: BundleSide = { ...server, side: "browser" };
    const head = findHeadScript(root);
    return toReleaseConfiguration(
      { name, root, entryFile },
      {
        server: [toServerOptions(server)],
        browser: toBrowserOptions(browser, { hasHead: head !== undefined }),
        container: toContainer(name),
        scripts: head === undefined ? [] : [toHeadOptions(browser, head)],
      },
      environment,
    );
  };
}

/** The minimizers of every browser bundle. */
export const browserMinimizers = [
  new SwcJsMinimizerRspackPlugin({
    extractComments: false,
    minimizerOptions: { compress: { passes: 2 }, format: { comments: false } },
  }),
  // CSS that cannot be parsed is an error: the minimizer would drop it, and with it the styles of a whole module.
  new LightningCssMinimizerRspackPlugin({ minimizerOptions: { errorRecovery: false, targets: [...browserTargets] } }),
];

/** The plain script of a head fragment: one file, without code of the bundler or of federation. */
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

/** Federation's name of a remote, and the address of its entry. */
function toContainer(name: PackageName): ContainerOptions {
  const globalName = toGlobalName(name);
  return { name: globalName, filename: entryFile, library: { type: "var", name: globalName } };
}

/** The browser's bundle without its islands, which are added when it begins. */
function toBrowserOptions(bundle: BundleSide, { hasHead }: { hasHead: boolean }): RspackOptions {
  const options = toBundleOptions(bundle);
  return {
    ...options,
    entry: {},
    output: {
      ...options.output,
      // The head fragment's script and its source map are in the same folder, and this bundle deletes all other files there.
      ...(hasHead && { clean: { keep: (path: string) => basename(path).startsWith(headFile) } }),
      publicPath: "auto",
      // A module whose load failed is loaded again, and throws the same error again. Without this option its half-initialized exports would be read,
      // which causes another error.
      strictModuleErrorHandling: true,
      filename: "[name].js",
      chunkFilename: "[name].[contenthash:8].js",
    },
    optimization: { ...options.optimization, splitChunks: false, minimizer: browserMinimizers },
    plugins: [
      new ModuleFederationPlugin({
        ...toContainer(bundle.name),
        shared: toRemoteShareOptions(bundle.root),
        shareStrategy: "loaded-first",
        manifest: false,
        dts: false,
        experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: "web" } },
      }),
      new NormalModuleReplacementPlugin(
        /^[^!]*webpack-bundler-runtime[^!]*$/,
        join(import.meta.dirname, `federation-runtime${moduleExtension}`),
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

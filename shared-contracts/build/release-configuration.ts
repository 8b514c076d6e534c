import { join } from "node:path";
import { type RspackOptions, type RspackPluginInstance, SourceMapDevToolPlugin } from "@rspack/core";
import { serverTarget } from "./bundle-options.ts";
import type { BuildEnvironment } from "./configuration.ts";
import { DescribePlugin } from "./describe-plugin.ts";
import { type ContainerOptions, IslandsPlugin } from "./islands-plugin.ts";
import { PackPlugin, toStage } from "./pack-plugin.ts";
import type { PackedPackage } from "./pack-release.ts";

/** The bundles of a package. */
export interface Bundles {
  /** The server file that describes the package, and other files for the server. */
  server: readonly [described: RspackOptions, ...others: RspackOptions[]];
  /** The bundle that the islands are added to, and federation's options for those that hydrate. */
  browser: RspackOptions;
  container?: ContainerOptions;
  /** Bundles for the browser without islands. */
  scripts?: readonly RspackOptions[];
}

/** Makes one configuration of a package's bundles: the islands' bundle waits for the server's, and finally a release is packed. */
export function toReleaseConfiguration(
  packed: PackedPackage,
  { server: [described, ...others], browser, container, scripts = [] }: Bundles,
  { islands, watched }: BuildEnvironment = {},
): RspackOptions[] {
  const description = new DescribePlugin(packed, watched !== undefined);
  const pack = islands ? [] : [new PackPlugin(packed, description, watched)];
  const maps = () => (islands || watched !== undefined ? [] : [createBrowserMaps()]);
  const readIslands = async () => islands ?? (await description.read()).islands;
  const islandsPlugin = new IslandsPlugin({
    name: packed.name,
    root: packed.root,
    readIslands,
    ...(container && { container }),
  });
  const bundles = [
    addPlugins(described, [...(islands ? [] : [description]), ...pack]),
    ...others.map((bundle) => addPlugins(bundle, pack)),
    {
      ...addPlugins(browser, [islandsPlugin, ...maps(), ...pack]),
      ...(!islands && { dependencies: [described, ...others].flatMap(({ name }) => name ?? []) }),
    },
    ...scripts.map((bundle) => addPlugins(bundle, [...maps(), ...pack])),
  ];
  if (islands) return bundles;
  return bundles.map((bundle) => (watched === undefined ? toStaged(bundle, packed.root) : toWatched(bundle, watched)));
}

/** A bundle with the output folder in which the release is packed, so that `dist` gets the whole release, or nothing. */
function toStaged(bundle: RspackOptions, root: string): RspackOptions {
  return { ...bundle, output: { ...bundle.output, path: join(toStage(root), toSide(bundle)) } };
}

function toSide({ target, output }: RspackOptions): "browser" | "server" {
  return target === serverTarget || output?.path?.endsWith("server") ? "server" : "browser";
}

/**
 * Writes the source maps of browser scripts, without the sources' text. Packing moves them away from the files for browsers. No script points to its
 * map.
 */
function createBrowserMaps(): RspackPluginInstance {
  return new SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: "[file].map",
    append: false,
    noSources: true,
    moduleFilenameTemplate: "[resource-path]",
  });
}

/**
 * A bundle that is built again at every save, without minimizing, which takes most of the time. Its chunks have a hash in their names, also in the
 * shell: a chunk that changed under the same name would leave the entry as it was, with the integrity of the previous chunk.
 */
function toWatched(bundle: RspackOptions, watched: string): RspackOptions {
  const side = toSide(bundle);
  return {
    ...bundle,
    output: {
      ...bundle.output,
      ...(side === "browser" && { chunkFilename: "[name].[contenthash:8].js" }),
      path: join(watched, "bundles", side),
      clean: false,
    },
    optimization: { ...bundle.optimization, minimize: false },
  };
}

function addPlugins(bundle: RspackOptions, plugins: NonNullable<RspackOptions["plugins"]>): RspackOptions {
  return { ...bundle, plugins: [...(bundle.plugins ?? []), ...plugins] };
}

import { join } from "node:path";
import { type Compiler, type RspackOptions, type RspackPluginInstance, SourceMapDevToolPlugin } from "@rspack/core";
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

/**
 * Makes one configuration of a package's bundles, whose end packs a release. The islands' bundle waits for the server's. In a watching build it is built at
 * the same time, and waits only after a save that may change the islands.
 */
export function toReleaseConfiguration(
  packed: PackedPackage,
  { server: [described, ...others], browser, container, scripts = [] }: Bundles,
  { islands, watched }: BuildEnvironment = {},
): RspackOptions[] {
  const isWatched = watched !== undefined;
  const description = new DescribePlugin(packed, isWatched);
  const maps = () => (islands || isWatched ? [] : [createBrowserMaps()]);
  const readIslands = async (changed: ReadonlySet<string> | undefined) =>
    islands ?? (await (isWatched ? description.readBeside(changed) : description.read())).islands;
  const islandsPlugin = new IslandsPlugin({
    name: packed.name,
    root: packed.root,
    readIslands,
    ...(container && { container }),
  });
  const pack = islands ? [] : [new PackPlugin(packed, description, islandsPlugin, watched)];
  const follow = { apply: (compiler: Compiler) => description.follow(compiler) };
  const beside = { apply: (compiler: Compiler) => description.buildBeside(compiler) };
  const bundles = [
    addPlugins(described, [...(islands ? [] : [description]), ...pack]),
    ...others.map((bundle) => addPlugins(bundle, [follow, ...pack])),
    {
      ...addPlugins(browser, [islandsPlugin, beside, ...maps(), ...pack]),
      ...(!islands && !isWatched && { dependencies: [described, ...others].flatMap(({ name }) => name ?? []) }),
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

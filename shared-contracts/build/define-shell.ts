import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  CopyRspackPlugin,
  CssExtractRspackPlugin,
  DefinePlugin,
  rspack,
  type RspackOptions,
  type RuleSetRule,
  SubresourceIntegrityPlugin,
} from "@rspack/core";
import { moduleExtension } from "../confine/module-extension.ts";
import { toHeadlineFile } from "../src/pages/headline-face.ts";
import { type Layout, layoutFile, listPlaces } from "../src/pages/layout.ts";
import { browserTargets, type BundleSide, toBundleOptions } from "./bundle-options.ts";
import { type Configure, toMode } from "./configuration.ts";
import { browserMinimizers } from "./define-remote.ts";
import { pageStyles } from "./page-styles.ts";
import { toServerOptions } from "./server-options.ts";
import { listFlags } from "./list-flags.ts";
import { toReleaseConfiguration } from "./release-configuration.ts";
import { toSharedServerOptions } from "./shared-server.ts";
import { readSharedVersions } from "./share-options.ts";
import { toHeadlineFace, trimFont } from "./trim-font.ts";

const root = join(import.meta.dirname, "../../shell");
const font = join(root, "node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2");

interface ShellParts {
  /** The pages of the site, for the release's layout file. */
  layout: Layout;
  /** The headline of home by locale. */
  headlines: Readonly<Record<string, string>>;
}

/**
 * The shell's configuration: boot, core and the shared libraries for the browser; its islands and React for the server.
 */
export function defineShell({ layout, headlines }: ShellParts): Configure {
  return (environment, argv) => {
    const server: BundleSide = { name: "shell", root, side: "server", mode: toMode(argv) };
    const data = { [layoutFile]: JSON.stringify(layout, null, 2) };
    return toReleaseConfiguration(
      { name: "shell", root, entryFile: "core.js", data, places: listPlaces(layout) },
      {
        server: [addHeadlines(toServerOptions(server), headlines), toSharedServerOptions(server)],
        browser: toBrowserOptions({ ...server, side: "browser" }),
        scripts: [toOverlayOptions({ ...server, side: "browser" })],
      },
      environment,
    );
  };
}

/** `import text from "./x.css?text"`: CSS as text for a shadow tree, where class names need no prefix and do not affect the page's. */
const shadowCssRule: RuleSetRule = {
  test: /\.css$/,
  resourceQuery: /text/,
  type: "asset/source",
  use: [{ loader: "builtin:lightningcss-loader", options: { minify: true, targets: [...browserTargets] } }],
};

/** The overlay of testers: one self-contained file, among those without a public address. The server sends it to signed-in people. */
function toOverlayOptions(bundle: BundleSide): RspackOptions {
  const options = toBundleOptions(bundle);
  return {
    ...options,
    name: "shell/overlay",
    entry: { overlay: join(root, "src/overlay/overlay.tsx") },
    output: { ...options.output, path: join(root, "dist/server"), filename: "[name].js", clean: false },
    module: { rules: [...(options.module?.rules ?? []), shadowCssRule] },
    optimization: { ...options.optimization, minimizer: browserMinimizers },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

/** Adds the font face of each headline to the files that only servers read. */
function addHeadlines(options: RspackOptions, headlines: ShellParts["headlines"]): RspackOptions {
  const patterns = Object.entries(headlines).map(([locale, text]) => ({
    from: font,
    to: basename(toHeadlineFile(locale)),
    transform: (whole: Buffer) => toHeadlineFace(whole, text),
  }));
  return { ...options, plugins: [...(options.plugins ?? []), new CopyRspackPlugin({ patterns })] };
}

/** The browser's bundle without the shell's islands, which are added when it begins. */
function toBrowserOptions(bundle: BundleSide): RspackOptions {
  const options = toBundleOptions(bundle);
  const contracts = join(import.meta.dirname, "..");
  return {
    ...options,
    entry: {
      boot: { import: join(root, "src/browser/boot/boot.ts"), runtime: false },
      "page-end": { import: join(root, "src/browser/boot/page-end.ts"), runtime: false },
      core: join(root, "src/browser/core.ts"),
      base: {
        import: [...pageStyles, join(root, "src/ui/shell.css")],
        runtime: false,
      },
    },
    // The core sets the public path, because chunks are beside it: the bundler's runtime for finding it would take 0.2 KB. The names of chunks have
    // no hash, because the core contains them, and the version in their address already is a hash of their content.
    output: { ...options.output, publicPath: "", filename: "[name].js", chunkFilename: "[name].js" },
    module: {
      rules: [
        ...(options.module?.rules ?? []),
        {
          test: /[\\/]node_modules[\\/]react-router[\\/]/,
          loader: join(import.meta.dirname, `mark-pure${moduleExtension}`),
        },
        {
          test: /\.css$/,
          exclude: /\.module\.css$/,
          type: "javascript/auto",
          use: [
            CssExtractRspackPlugin.loader,
            {
              loader: fileURLToPath(import.meta.resolve("css-loader")),
              options: { url: false, import: false },
            },
          ],
        },
      ],
    },
    optimization: {
      ...options.optimization,
      // Every shared library needs React itself, and the toasts need jotai: in chunks of their own they are fetched once.
      splitChunks: {
        chunks: "async",
        cacheGroups: {
          default: false,
          defaultVendors: false,
          react: { test: /[\\/]node_modules[\\/]react[\\/]/, name: "react-core", enforce: true },
          jotai: { test: /[\\/]node_modules[\\/]jotai[\\/]/, name: "jotai", enforce: true },
        },
      },
      minimizer: browserMinimizers,
    },
    plugins: [
      new DefinePlugin({
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: "true",
        ENV_TARGET: '"web"',
        // single-spa reads this global for its developer extension. Without it the code for the extension is dropped from the bundle.
        "window.__SINGLE_SPA_DEVTOOLS__": "undefined",
        // Libraries test at run time for a browser and for jQuery. Both results are known here, so the tests are removed from the bundle.
        "typeof window": '"object"',
        "typeof document": '"object"',
        "typeof globalThis": '"object"',
        "typeof document.createEvent": '"function"',
        "window.jQuery": "undefined",
        "window.$": "undefined",
        SHARED_VERSIONS: JSON.stringify(readSharedVersions(root)),
      }),
      new CssExtractRspackPlugin({ filename: "[name].css", chunkFilename: "[name].css", runtime: false }),
      // The core contains the hashes of 13 chunks: a sha256 takes 16 bytes less than a sha384. The manifest has every file's sha384.
      new SubresourceIntegrityPlugin({ hashFuncNames: ["sha256"], enabled: true }),
      new CopyRspackPlugin({
        patterns: [
          { from: join(root, "assets"), to: "assets" },
          ...listFlags().map(({ file, asset }) => ({
            from: join(root, "node_modules/country-flag-icons", file),
            to: asset,
          })),
          // Artwork that the server draws as pixels, with the same names as that of remotes.
          { from: join(root, "artwork"), to: "images/[name].[contenthash:8][ext]" },
          {
            from: font,
            to: "archivo.woff2",
            transform: trimFont,
          },
          { from: join(contracts, "css/font.css"), to: "font.css" },
        ],
      }),
    ],
  };
}

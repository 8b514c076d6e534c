import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CssExtractRspackPlugin, type RspackOptions, type RuleSetRule } from "@rspack/core";
import { moduleExtension } from "../confine/module-extension.ts";
import { shareScope } from "../src/releases/share-scope.ts";
import { type PackageName, shellName } from "../src/names/package-name.ts";
import { toPictureFile } from "./picture-file.ts";
import { createScopedClasses, type ScopedClasses, toScopedClass } from "./scoped-classes.ts";

/**
 * Browsers we compile CSS for: those with cascade layers, nesting, popovers and `:has`. With one version older, the compiler would write two
 * variables beside each `color-scheme` for `light-dark()`, which we do not use.
 */
export const browserTargets = ["chrome >= 123", "edge >= 123", "firefox >= 128", "safari >= 17.5"] as const;

/** The compile target of every bundle for the server. */
export const serverTarget = "node24";

/** The package and the side of a bundle. `root` is the absolute path of the package. */
export interface BundleSide {
  name: PackageName;
  root: string;
  side: "browser" | "server";
  mode: "production" | "development";
}

/**
 * The loader of every CSS Module: no addresses, no imports of other files, no inline source map.
 * @param exportOnlyLocals whether the module exports its class names only, without the rules
 */
function cssLoader(toClass: ScopedClasses, exportOnlyLocals: boolean) {
  return {
    loader: fileURLToPath(import.meta.resolve("css-loader")),
    options: {
      url: false,
      import: false,
      sourceMap: false,
      modules: {
        namedExport: false,
        exportLocalsConvention: "as-is",
        exportOnlyLocals,
        getLocalIdent: (context: { resourcePath: string }, _pattern: string, local: string) =>
          toClass(context.resourcePath, local),
      },
    },
  };
}

function cssRule({ side }: BundleSide, toClass: ScopedClasses): RuleSetRule {
  return {
    test: /\.module\.css$/,
    resourceQuery: { not: [/sheet/] },
    type: "javascript/auto",
    use: [...(side === "browser" ? [CssExtractRspackPlugin.loader] : []), cssLoader(toClass, side === "server")],
  };
}

/** `import sheet from "./x.module.css?sheet"`: CSS as text inside the script, for elements that only the browser renders. */
function sheetRule(toClass: ScopedClasses): RuleSetRule {
  return {
    test: /\.module\.css$/,
    resourceQuery: /sheet/,
    type: "javascript/auto",
    use: [
      cssLoader(toClass, false),
      { loader: "builtin:lightningcss-loader", options: { minify: true, targets: [...browserTargets] } },
    ],
  };
}

const messageFiles = /[\\/]messages[\\/][a-z0-9-]+\.json$/;

/** The options of every bundle of the project. */
export function toBundleOptions(bundle: BundleSide): RspackOptions {
  const { name, root, side, mode } = bundle;
  const toClass =
    mode === "production"
      ? createScopedClasses(name, root)
      : (file: string, local: string) => toScopedClass(name, file, local);
  return {
    name: `${name}/${side}`,
    context: root,
    mode,
    target: side === "browser" ? ["web", "es2022"] : serverTarget,
    devtool: false,
    output: {
      path: join(root, "dist", side),
      uniqueName: `site_${name}`,
      // Server files have fixed names, and two bundles share their folder.
      clean: side === "browser",
      crossOriginLoading: side === "browser" ? "anonymous" : false,
    },
    resolve: {
      extensions: [".ts", ".tsx", ".js", ".json"],
      conditionNames:
        side === "browser" ? ["browser", "import", "module", "default"] : ["node", "import", "require", "default"],
      alias: {
        // Messages are compiled to syntax trees at build time, so no parser is needed at run time.
        "@formatjs/icu-messageformat-parser$": "@formatjs/icu-messageformat-parser/no-parser.js",
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: "builtin:swc-loader",
          options: {
            jsc: {
              parser: { syntax: "typescript", tsx: true },
              transform: { react: { runtime: "automatic", development: false } },
              target: "es2022",
            },
          },
          type: "javascript/auto",
        },
        // Checks code before it is compiled, so that line numbers are those of the file.
        {
          test: /\.tsx?$/,
          enforce: "pre",
          loader: join(import.meta.dirname, `code-loader${moduleExtension}`),
          options: { isRemote: name !== shellName },
        },
        // Files of messages are left out: message-loader reports a wrong encoding with the id of the message.
        {
          test: /\.(?:json|md|css)$/,
          exclude: messageFiles,
          enforce: "pre",
          loader: join(import.meta.dirname, `encoding-loader${moduleExtension}`),
        },
        cssRule(bundle, toClass),
        sheetRule(toClass),
        {
          test: messageFiles,
          type: "javascript/auto",
          oneOf: [
            { resourceQuery: /^\?texts=/, loader: join(import.meta.dirname, `text-loader${moduleExtension}`) },
            { loader: join(import.meta.dirname, `message-loader${moduleExtension}`) },
          ],
        },
        // Markdown is content: the remote decides what to do with its text.
        { test: /\.md$/, type: "asset/source" },
        // The server draws artwork as pixels: code gets its name, which is equal on both sides.
        {
          test: /\.svg$/,
          type: "asset/resource",
          generator: {
            filename: ({ filename = "" }) => toPictureFile(filename),
            publicPath: `${name}/`,
            emit: side === "browser",
          },
        },
      ],
    },
    // Modules are numbered in the order of their use: numbers derived from paths would make the release depend on the folder.
    optimization: { moduleIds: "natural", chunkIds: "named", nodeEnv: "production", realContentHash: true },
    performance: false,
    infrastructureLogging: { level: "error" },
    stats: "errors-warnings",
  };
}

/** Shared libraries are not bundled on the server: `require` gets them from the shell's release. */
export const serverExternals: Record<string, string> = Object.fromEntries(
  [...Object.keys(shareScope), "react-dom/server"].map((module) => [module, `commonjs ${module}`]),
);

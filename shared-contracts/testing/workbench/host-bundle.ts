import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CssExtractRspackPlugin, DefinePlugin, type RspackOptions, SubresourceIntegrityPlugin } from "@rspack/core";
import { toBundleOptions } from "../../build/bundle-options.ts";
import { compile } from "../../build/compile.ts";
import { readSharedVersions } from "../../build/share-options.ts";

const require = createRequire(import.meta.url);

/** Where the workbench's own files are served. */
export const hostPath = "/_workbench/";

/**
 * Builds the workbench's page and the fake shell's browser code, once, and returns the files by name.
 * @throws SiteError `BUILD_FAILED`.
 */
export async function buildHost(root: string, folder: string): Promise<ReadonlyMap<string, Buffer>> {
  await compile([toUiOptions(root, join(folder, "ui")), toPreviewOptions(root, join(folder, "preview"))]);
  return new Map(
    ["ui", "preview"].flatMap((part) =>
      readdirSync(join(folder, part)).map((file): [string, Buffer] => [file, readFileSync(join(folder, part, file))]),
    ),
  );
}

function toOptions(root: string, path: string): RspackOptions {
  const options = toBundleOptions({ name: "shell", root, side: "browser", mode: "development" });
  return {
    ...options,
    output: {
      ...options.output,
      path,
      publicPath: "auto",
      filename: "[name].js",
      chunkFilename: "[name].[contenthash:8].js",
      uniqueName: "site_workbench",
    },
    module: {
      rules: [
        ...(options.module?.rules ?? []),
        {
          test: /\.css$/,
          type: "javascript/auto",
          use: [
            CssExtractRspackPlugin.loader,
            { loader: require.resolve("css-loader"), options: { url: false, import: false } },
          ],
        },
      ],
    },
    plugins: [new CssExtractRspackPlugin({ filename: "[name].css" })],
  };
}

function toUiOptions(root: string, path: string): RspackOptions {
  return {
    ...toOptions(root, path),
    name: "workbench/ui",
    entry: {
      ui: ["ui/main.browser.tsx", "../../css/tokens.css", "ui/controls.css", "ui/workbench.css"].map((file) =>
        join(import.meta.dirname, file),
      ),
    },
  };
}

/** React in its development build, whose errors say what differs; everything else as in the shell's own browser build. */
function toPreviewOptions(root: string, path: string): RspackOptions {
  const options = toOptions(root, path);
  return {
    ...options,
    name: "workbench/preview",
    entry: {
      boot: { import: join(import.meta.dirname, "preview/boot.browser.ts"), runtime: false },
      core: join(import.meta.dirname, "preview/core.browser.ts"),
    },
    optimization: { ...options.optimization, nodeEnv: "development" },
    plugins: [
      new DefinePlugin({
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: "true",
        ENV_TARGET: '"web"',
        SHARED_VERSIONS: JSON.stringify(readSharedVersions(join(import.meta.dirname, "../.."))),
      }),
      new SubresourceIntegrityPlugin({ hashFuncNames: ["sha384"], enabled: true }),
    ],
  };
}

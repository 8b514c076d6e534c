import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ResolveOptions, RspackOptions } from "@rspack/core";
import type { BundleSide } from "./bundle-options.ts";

const { resolve } = createRequire(import.meta.url);

/** The folder of an installed package that the package of a folder stands on. */
const findPackage = (name: string, from = import.meta.dirname): string =>
  dirname(resolve(`${name}/package.json`, { paths: [from] }));

/** Where a bundle finds the shared libraries for the processes that render: in the smallest builds of their packages. */
export function resolveServerLibraries({ resolve: usual }: RspackOptions, mode: BundleSide["mode"]): ResolveOptions {
  // The package gives Node one file of everything, with the warnings of development.
  const router = join(findPackage("react-router", findPackage("react-router-dom")), `dist/${mode}/index.mjs`);
  // The renderer's entry loads the one of streams as well, which nothing uses, and which takes longer to read than the other.
  const streams = join(findPackage("react-dom"), `cjs/react-dom-server.browser.${mode}.js`);
  return {
    ...usual,
    alias: {
      ...(usual?.alias || undefined),
      "react-router-dom$": router,
      // This renderer needs nothing of Node, so a render process can be denied all of it.
      "react-dom/server$": "react-dom/server.browser",
      [streams]: false,
    },
  };
}

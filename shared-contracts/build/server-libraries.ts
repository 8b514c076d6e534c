import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ResolveOptions, RspackOptions } from "@rspack/core";
import type { BundleSide } from "./bundle-options.ts";

const { resolve } = createRequire(import.meta.url);

/** The folder of an installed package, resolved from the folder `from`. */
const findPackage = (name: string, from = import.meta.dirname): string =>
  dirname(resolve(`${name}/package.json`, { paths: [from] }));

/** Resolves the shared libraries for the processes that render: to the smallest builds of their packages. */
export function resolveServerLibraries({ resolve: usual }: RspackOptions, mode: BundleSide["mode"]): ResolveOptions {
  // The main file of react-router for Node is one bundle in development mode, with its warnings: use the build of this mode.
  const router = join(findPackage("react-router", findPackage("react-router-dom")), `dist/${mode}/index.mjs`);
  // The main file of the server renderer also loads the streaming renderer, which is not used and takes longer to load: it is left out.
  const streams = join(findPackage("react-dom"), `cjs/react-dom-server.browser.${mode}.js`);
  return {
    ...usual,
    alias: {
      ...(usual?.alias || undefined),
      "react-router-dom$": router,
      // This renderer uses nothing of Node, so a render process can be denied all of it.
      "react-dom/server$": "react-dom/server.browser",
      [streams]: false,
    },
  };
}

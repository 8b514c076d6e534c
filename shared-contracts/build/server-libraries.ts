import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ResolveOptions, RspackOptions } from "@rspack/core";
import type { BundleSide } from "./bundle-options.ts";

type Mode = BundleSide["mode"];
type Aliases = Record<string, string | false>;

const { resolve } = createRequire(import.meta.url);

/** The folder of an installed package that the package of a folder stands on. */
const findPackage = (name: string, from = import.meta.dirname): string =>
  dirname(resolve(`${name}/package.json`, { paths: [from] }));

/**
 * The modules of react-router for a release's servers: the package gives those that run on Node one file of everything, with the warnings of
 * development.
 */
export function toRouterAlias(mode: Mode): Aliases {
  const router = findPackage("react-router", findPackage("react-router-dom"));
  return { "react-router-dom$": join(router, `dist/${mode}/index.mjs`) };
}

/**
 * React's renderer for a render process: the one that answers at once and needs nothing of Node. The renderer of streams, which its entry
 * loads as well, is left out: reading it takes longer than reading the other one.
 */
export function toRendererAlias(mode: Mode): Aliases {
  const folder = findPackage("react-dom");
  const streams = join(folder, `cjs/react-dom-server.browser.${mode}.js`);
  return { "react-dom/server$": "react-dom/server.browser", [streams]: false };
}

/** How a bundle finds modules, with further aliases. */
export function resolveWith({ resolve }: RspackOptions, aliases: Aliases): ResolveOptions {
  return { ...resolve, alias: { ...(resolve?.alias || undefined), ...aliases } };
}

import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Configure } from "./configuration.ts";

/** The parameter that makes an address another module for Node: the file is read again. */
const parameter = "saved";

let saves = 0;

/**
 * Loads a package's `rspack.config.ts` as the files are now. Node keeps a module by its address, so the configuration, and each file of the
 * package that it imports, gets an address of its own at every call.
 * @param root the package's folder
 * @throws the error of a file that cannot be loaded
 */
export async function loadConfiguration(root: string): Promise<Configure> {
  saves += 1;
  const folder = pathToFileURL(`${root}/`).href;
  const mark = `?${parameter}=${saves}`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOwn = context.parentURL?.endsWith(mark) === true && /^\.\.?\//.test(specifier);
      return isOwn && resolved.url.startsWith(folder) ? { ...resolved, url: `${resolved.url}${mark}` } : resolved;
    },
  });
  try {
    const { default: configure }: { default: Configure } = await import(
      `${pathToFileURL(join(root, "rspack.config.ts")).href}${mark}`
    );
    return configure;
  } finally {
    hooks.deregister();
  }
}

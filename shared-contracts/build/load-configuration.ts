import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Configure } from "./configuration.ts";

/** A parameter that changes a module's address, so that Node reads the file again. */
const parameter = "saved";

let saves = 0;

/**
 * Loads a package's `rspack.config.ts` from the current files. Node caches a module by its address, so the configuration, and each file of the
 * package that it imports, gets a new address at every call.
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

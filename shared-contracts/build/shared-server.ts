import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RspackOptions } from "@rspack/core";
import type { BundleSide } from "./bundle-options.ts";
import { compile } from "./compile.ts";
import { resolveServerLibraries } from "./server-libraries.ts";
import { toServerOptions } from "./server-options.ts";

const root = join(import.meta.dirname, "../../shell");

/** The path in the packed contract, which includes the libraries of the shell that it was packed with. */
export const packedSharedServer = "server-shared/shared.cjs";

/** React and the other shared libraries for the server, in one file: they change together with the browser's copies. */
export function toSharedServerOptions(bundle: BundleSide): RspackOptions {
  const options = toServerOptions(bundle);
  return {
    ...options,
    name: "shell/server-shared",
    devtool: false,
    entry: { shared: join(root, "src/server-shared/shared.ts") },
    externals: {},
    resolve: resolveServerLibraries(options, bundle.mode),
  };
}

/**
 * The source of the shared libraries for the server: of the packed package, of the shell's last build, or else built into a folder.
 * @throws SiteError `BUILD_FAILED`
 */
export async function readSharedServer(folder: string): Promise<string> {
  const packed = join(import.meta.dirname, "..", packedSharedServer);
  const built = [packed, join(root, "dist/server/shared.cjs")].find((file) => existsSync(file));
  if (built !== undefined) return readFileSync(built, "utf8");
  const options = toSharedServerOptions({ name: "shell", root, side: "server", mode: "production" });
  await compile([{ ...options, output: { ...options.output, path: folder } }]);
  return readFileSync(join(folder, "shared.cjs"), "utf8");
}

import type { RspackOptions } from "@rspack/core";
import type { IslandDescriptor } from "../src/islands/island.ts";
import type { PackageName } from "../src/names/package-name.ts";

export type BuildMode = "production" | "development";

/** How one package is built: first for the server, whose file then says what the browser needs. */
export interface PackageBuild {
  name: PackageName;
  /** The package's folder. Its bundles go to `dist`. */
  root: string;
  /** The browser file everything else starts from. */
  entryFile: string;
  /** Files of the release that no bundler makes: their text by their path in it. */
  data?: Readonly<Record<string, string>>;
  server(mode: BuildMode): RspackOptions | RspackOptions[];
  browser(mode: BuildMode, descriptors: readonly IslandDescriptor[]): RspackOptions | RspackOptions[];
}

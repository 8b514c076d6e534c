import type { RspackOptions } from "@rspack/core";
import type { IslandDescriptor } from "../src/islands/island.ts";
import type { BundleSide } from "./bundle-options.ts";

/** Options of a build beside its mode. `rspack build` passes none of them. */
export interface BuildEnvironment {
  /** The islands, if they are known: then the bundles do not wait for each other, and no release is packed. */
  islands?: readonly IslandDescriptor[];
  /**
   * The absolute output folder of a build in watch mode, while the site is developed: bundles are written to `bundles`, and a whole release to `release`.
   * It behaves like the package's release, without its small size and its provenance. `dist` is not changed.
   */
  watched?: string;
}

/**
 * A package's Rspack configuration: what its `rspack.config.ts` exports and `rspack build` takes. It is a function because
 * plugins hold the state of one build: every build needs its own.
 */
export type Configure = (environment?: BuildEnvironment, argv?: { mode?: string | undefined }) => RspackOptions[];

/** The mode of a build: production unless `--mode development` is given. */
export function toMode(argv: { mode?: string | undefined } | undefined): BundleSide["mode"] {
  return argv?.mode === "development" ? "development" : "production";
}

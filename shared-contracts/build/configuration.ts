import type { RspackOptions } from "@rspack/core";
import type { IslandDescriptor } from "../src/islands/island.ts";
import type { BundleSide } from "./bundle-options.ts";

/** What a build is told beside its mode. `rspack build` tells it nothing of this. */
export interface BuildEnvironment {
  /** The islands, where they are known: the bundles then do not wait for each other, and no release is packed. */
  islands?: readonly IslandDescriptor[];
  /**
   * An absolute folder for a build that watches while the site is developed: its bundles go to `bundles`, and a whole release to `release`, which
   * has the same behaviour as the package's and neither its size nor its provenance. `dist` is left alone.
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

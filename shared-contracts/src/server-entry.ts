import { compileFunction } from "node:vm";
import type { IslandContext, IslandDescriptor, RenderedIsland } from "./island.ts";
import type { Vendor } from "./vendor.ts";

/** What a release's server file exports. */
export interface ServerEntry {
  /** The islands of the release, for the build and the gate. */
  describe(): IslandDescriptor[];
  /** The names of the release's messages by locale, for the release checks. Releases of before the checks lack it, and still run. */
  messages?(): Record<string, string[]>;
  /** What the build writes into the release of its head fragment; absent when it has none. */
  head?: { vendors: Vendor[] } | undefined;
  /**
   * Renders one island to HTML. `id` is the slot's, and prefixes every id in it. The key `head` is the head fragment's.
   * @throws whatever the island throws, and when a message is missing.
   */
  render(key: string, id: string, context: IslandContext): RenderedIsland;
}

/**
 * Runs a CommonJS file in the calling process, with all that this may do, and returns what it exports: only for what the same
 * machine has just built. Releases run in a compartment (`confine/compartment.ts`).
 * @param resolve answers the few modules the file may ask for
 */
export function loadCommonJs(bytes: Buffer, filename: string, resolve: (id: string) => unknown): unknown {
  const module: { exports: unknown } = { exports: {} };
  compileFunction(bytes.toString("utf8"), ["module", "exports", "require"], { filename })(
    module,
    module.exports,
    resolve,
  );
  return module.exports;
}

/** {@link loadCommonJs} for the server file of a release. */
export function loadServerEntry(bytes: Buffer, filename: string, resolve: (id: string) => unknown): ServerEntry {
  return toServerEntry(loadCommonJs(bytes, filename, resolve), filename);
}

/**
 * What a server file exports, when that is a server entry.
 * @throws Error when it is none
 */
export function toServerEntry(exports: unknown, filename: string): ServerEntry {
  if (!isServerEntry(exports)) throw new Error(`${filename} does not export describe and render`);
  return exports;
}

function isServerEntry(value: unknown): value is ServerEntry {
  return (
    typeof value === "object" &&
    value !== null &&
    "describe" in value &&
    typeof value.describe === "function" &&
    "render" in value &&
    typeof value.render === "function"
  );
}

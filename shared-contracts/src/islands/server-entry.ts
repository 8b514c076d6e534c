import type { IslandContext, IslandDescriptor, RenderedIsland } from "./island.ts";
import type { Vendor } from "../site/vendor.ts";

/** What a release's server file exports. */
export interface ServerEntry {
  /** The islands of the release, for the build and the gate. */
  describe(): IslandDescriptor[];
  /** The names of the release's messages by locale, for the release checks. Releases from before these checks lack it, and still run. */
  messages?(): Record<string, string[]>;
  /** What the build writes into the release of its head fragment; absent when it has none. */
  head?: { vendors: Vendor[] } | undefined;
  /**
   * Renders one island to HTML. `id` is the slot's, and prefixes every id in it. The key `head` is the head fragment's.
   * @throws the island's own error, or an Error when a message is missing.
   */
  render(key: string, id: string, context: IslandContext): RenderedIsland;
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

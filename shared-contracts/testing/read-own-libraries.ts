import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const manifestSchema = v.object({ peerDependencies: v.optional(v.record(v.string(), v.string()), {}) });

/**
 * The newest versions of the shared libraries that the packed contract allows, which are those of the shell that it was packed with. Nothing in the
 * workspace of the contract, whose shell says its own.
 */
export function readOwnLibraries(manifest = join(import.meta.dirname, "../package.json")): Record<string, string> {
  const { peerDependencies } = v.parse(manifestSchema, JSON.parse(readFileSync(manifest, "utf8")));
  return Object.fromEntries(
    Object.entries(peerDependencies).flatMap(([name, range]) => {
      const newest = / <=(\d+\.\d+\.\d+)$/.exec(range)?.[1];
      return newest === undefined ? [] : [[name, newest]];
    }),
  );
}

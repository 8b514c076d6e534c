import { createHash } from "node:crypto";
import type { Release } from "./release.ts";

/** The fields of a manifest that its version is computed from: all but the version itself and the provenance. */
export type ReleaseContent = Omit<Release, "version" | "provenance">;

/**
 * The version of a content: the package's own version and the first 12 hexadecimal digits of the content's sha256. A
 * manifest that claims another version was written by hand or changed after the build.
 * @param packageVersion such as `1.0.0`
 */
export function toContentVersion(packageVersion: string, content: ReleaseContent): string {
  const { version: _version, provenance: _provenance, ...hashed }: ReleaseContent & Partial<Release> = content;
  return `${packageVersion}-${createHash("sha256")
    .update(JSON.stringify(sortKeys(hashed)))
    .digest("hex")
    .slice(0, 12)}`;
}

/** The same content in one order of keys, so that it has one hash. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

import { decode } from "@jridgewell/sourcemap-codec";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { type BrowserMap, readBrowserMaps } from "./read-browser-maps.ts";
import type { CheckedRelease } from "./release-check.ts";
import { toLibrary } from "./to-library.ts";

/** A library, or a source of the package, with the bytes that it takes of scripts before they are compressed. */
export interface ScriptPart {
  name: string;
  isLibrary: boolean;
  bytes: number;
}

/**
 * What some scripts of a release consist of, the largest first, by the source maps in the release.
 * @param scripts such as `browser/remoteEntry.js`
 * @returns nothing where there are no maps that can be read
 */
export function listScriptParts(files: CheckedRelease["files"], scripts: readonly string[]): ScriptPart[] {
  const maps = readMaps(files);
  const parts = new Map<string, ScriptPart>();
  for (const script of scripts) {
    const map = maps.get(script.replace(/^browser\//, ""));
    const text = files.get(script)?.toString("utf8");
    if (!map || text === undefined) continue;
    for (const [source, bytes] of measureSources(map, text)) {
      const library = findLibrary(source);
      const name = library ?? source;
      const part = parts.get(name) ?? { name, isLibrary: library !== undefined, bytes: 0 };
      parts.set(name, { ...part, bytes: part.bytes + bytes });
    }
  }
  return [...parts.values()].toSorted((a, b) => b.bytes - a.bytes);
}

/** The source maps of a release. Without readable maps a problem of size is reported too, but does not name the largest parts. */
function readMaps(files: CheckedRelease["files"]): ReadonlyMap<string, BrowserMap> {
  const packed = files.get(browserMapsFile);
  try {
    return packed ? readBrowserMaps(packed) : new Map();
  } catch {
    return new Map();
  }
}

/** The bytes of a script by the source that they were made of. */
function measureSources({ sources, mappings }: BrowserMap, text: string): Map<string, number> {
  const sizes = new Map<string, number>();
  const lines = text.split("\n");
  for (const [row, segments] of decode(mappings).entries()) {
    for (const [index, [from, source]] of segments.entries()) {
      const name = source === undefined ? undefined : sources[source];
      if (name === undefined) continue;
      const part = lines[row]?.slice(from, segments[index + 1]?.[0]) ?? "";
      sizes.set(name, (sizes.get(name) ?? 0) + Buffer.byteLength(part));
    }
  }
  return sizes;
}

/** The contract's sources are no library in its own workspace. */
const contractSource = /(?:^|\/)shared-contracts\//;

function findLibrary(source: string): string | undefined {
  return toLibrary(source) ?? (contractSource.test(source) ? "@site/contracts" : undefined);
}

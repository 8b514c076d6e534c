import { SourceMap } from "node:module";
import * as v from "valibot";
import type { Position } from "../src/islands/thrown-at.ts";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import type { CheckedRelease, Place } from "./release-check.ts";
import { readBrowserMaps } from "./read-browser-maps.ts";

const mapSchema = v.object({
  version: v.number(),
  file: v.optional(v.string(), ""),
  sources: v.array(v.string()),
  names: v.optional(v.array(v.string()), []),
  mappings: v.string(),
});

/** What Node answers: counted from 1; nothing where the map knows nothing. */
const originSchema = v.object({ fileName: v.string(), lineNumber: v.number(), columnNumber: v.number() });

/**
 * Where an error of a release's server file was thrown: the innermost place in the package's own sources, or else in what
 * it was made of; without a source map beside it, the place in the server file itself.
 * @param thrownAt places in the server file, innermost first
 */
export function toSourcePlace(
  { release, files }: { release: Pick<CheckedRelease["release"], "serverEntry">; files: CheckedRelease["files"] },
  thrownAt: readonly Position[],
): Place {
  const [first] = thrownAt;
  if (!first) return {};
  const bytes = files.get(`${release.serverEntry}.map`);
  const origins = bytes ? listOrigins(bytes, thrownAt) : [];
  return origins.find(({ file }) => file?.startsWith("src/")) ?? origins[0] ?? { file: release.serverEntry, ...first };
}

/** A place in a source, whose path is from the folder of the package. */
export interface SourcePosition extends Position {
  file: string;
}

function listOrigins(bytes: Buffer, thrownAt: readonly Position[]): Place[] {
  const map = readMap(bytes);
  return map ? thrownAt.flatMap((position) => findOrigin(map, position) ?? []) : [];
}

function findOrigin(map: SourceMap, { line, column }: Position): SourcePosition | undefined {
  const origin = v.safeParse(originSchema, map.findOrigin(line, column));
  return origin.success
    ? { file: origin.output.fileName, line: origin.output.lineNumber, column: origin.output.columnNumber }
    : undefined;
}

/**
 * The place in the sources of a place in any script of a release.
 * @param file such as `remoteEntry.js` for the browser's, and `server/entry.cjs` for the server's
 * @returns undefined when there is no map of the file in the release, or it knows nothing of the place
 */
export function findSource(
  files: CheckedRelease["files"],
  file: string,
  position: Position,
): SourcePosition | undefined {
  const map = file.startsWith("server/") ? readMap(files.get(`${file}.map`)) : readBrowserMap(files, file);
  if (!map) return undefined;
  // Node's `findOrigin` adds the distance to the next known place before it, which means nothing in a script of one line.
  const entry = v.safeParse(entrySchema, map.findEntry(position.line - 1, position.column - 1));
  if (!entry.success || entry.output.generatedLine !== position.line - 1) return undefined;
  const { originalSource, originalLine, originalColumn } = entry.output;
  return { file: originalSource, line: originalLine + 1, column: originalColumn + 1 };
}

/** What Node answers: counted from 0; nothing where the map knows nothing before the place. */
const entrySchema = v.object({
  generatedLine: v.number(),
  originalSource: v.string(),
  originalLine: v.number(),
  originalColumn: v.number(),
});

function readBrowserMap(files: CheckedRelease["files"], file: string): SourceMap | undefined {
  const packed = files.get(browserMapsFile);
  const map = packed && readBrowserMaps(packed).get(file);
  return map && new SourceMap({ ...map, file, sourcesContent: [], sourceRoot: "" });
}

/**
 * The maps that were parsed, by their bytes. Reading one takes up to 50 ms, and a release that fails on hundreds of pages asks for a place on each. Held weakly:
 * a parsed map takes many times the memory of its bytes.
 */
const parsed = new WeakMap<Buffer, WeakRef<SourceMap>>();

/** A map that cannot be read costs the place, not the problem it is about. */
function readMap(bytes: Buffer | undefined): SourceMap | undefined {
  if (!bytes) return undefined;
  const known = parsed.get(bytes)?.deref();
  if (known) return known;
  try {
    const { file, sources, names, mappings, version } = v.parse(mapSchema, JSON.parse(bytes.toString("utf8")));
    const map = new SourceMap({ version, file, sources, names, mappings, sourcesContent: [], sourceRoot: "" });
    parsed.set(bytes, new WeakRef(map));
    return map;
  } catch {
    return undefined;
  }
}

import { SourceMap } from "node:module";
import * as v from "valibot";
import type { Position } from "../src/islands/thrown-at.ts";
import type { CheckedRelease, Place } from "./release-check.ts";

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

function listOrigins(bytes: Buffer, thrownAt: readonly Position[]): Place[] {
  const map = readMap(bytes);
  if (!map) return [];
  return thrownAt.flatMap(({ line, column }): Place[] => {
    const origin = v.safeParse(originSchema, map.findOrigin(line, column));
    return origin.success
      ? [{ file: origin.output.fileName, line: origin.output.lineNumber, column: origin.output.columnNumber }]
      : [];
  });
}

/** A map that cannot be read costs the place, not the problem it is about. */
function readMap(bytes: Buffer): SourceMap | undefined {
  try {
    const { file, sources, names, mappings, version } = v.parse(mapSchema, JSON.parse(bytes.toString("utf8")));
    return new SourceMap({ version, file, sources, names, mappings, sourcesContent: [], sourceRoot: "" });
  } catch {
    return undefined;
  }
}

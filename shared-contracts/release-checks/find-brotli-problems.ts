import { brotliDecompressSync } from "node:zlib";
import * as v from "valibot";
import { toProblem } from "../src/errors/errors.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** The result of Node's decompression with `info`: the bytes, and in `bytesWritten` how many compressed bytes were read for them. */
const unpackedSchema = v.object({ buffer: v.instance(Buffer), engine: v.object({ bytesWritten: v.number() }) });

/** The brotli copies that are not exactly their file: a browser would run other code than the one that was checked. */
export function findBrotliProblems({ files }: Pick<CheckedRelease, "files">): Finding[] {
  return [...files].flatMap(([file, packed]): Finding[] => {
    if (!file.endsWith(".br")) return [];
    const original = files.get(file.slice(0, -".br".length));
    if (!original) return [{ file, problem: "it is the compressed copy of a file that the release does not have." }];
    const problem = compare(packed, original);
    return problem === undefined ? [] : [{ file, problem }];
  });
}

function compare(packed: Buffer, original: Buffer): string | undefined {
  try {
    // Decompression stops one byte after the expected size, so a decompression bomb fills no memory.
    const { buffer, engine } = v.parse(
      unpackedSchema,
      brotliDecompressSync(packed, { maxOutputLength: original.length + 1, info: true }),
    );
    if (engine.bytesWritten !== packed.length)
      return `it has ${packed.length - engine.bytesWritten} bytes behind its end.`;
    return buffer.equals(original)
      ? undefined
      : `it unpacks to ${buffer.length} bytes that are not those of its file (${original.length}).`;
  } catch (error) {
    return `it does not unpack to its file: ${toProblem(error)}.`;
  }
}

import { relative } from "node:path";
import { findEncodingMistake } from "./find-encoding-mistake.ts";

/** The parts of a loader's context that this one reads. */
interface Loaded {
  resourcePath: string;
  /** The folder of the package. */
  rootContext: string;
}

/** Returns a file of text unchanged. One that is not UTF-8 fails the build with its line: visitors would see replacement characters. */
export default function checkEncoding(this: Loaded, source: string): string {
  const [mistake] = findEncodingMistake(source);
  if (!mistake) return source;
  const { line, column, problem, change } = mistake;
  const place = `${relative(this.rootContext, this.resourcePath)}:${line}:${column}`;
  throw Object.assign(new Error(`${place}: ${problem} ${change}`), { stack: undefined });
}

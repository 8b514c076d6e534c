import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Problem, withFrame } from "./problem.ts";

/** A place in the first lines that Node writes of an error: that of a file, and not of a package or of Node. */
const placePattern = /file:\/\/(?!\S*\/node_modules\/)\S+?\.tsx?:\d+(?::\d+)?/;
const errorPattern = /^(?:Uncaught )?\w*Error\b.*/;

/**
 * Why a server ended by itself, with the place in its sources where that is known.
 * @param how its signal or exit code
 * @param lines what it said that is no line of its log
 * @param advice a sentence
 */
export function explainEnded(how: string, lines: readonly string[], root: string, advice: string): Problem {
  const error = lines.find((line) => errorPattern.test(line));
  const text = `The server ended by itself (${error?.trim() ?? how}). ${advice}`;
  const [, address, line = "", column] =
    /^(.*?):(\d+)(?::(\d+))?$/.exec(lines.map((one) => placePattern.exec(one)?.[0]).find(Boolean) ?? "") ?? [];
  if (address === undefined) return { kind: "server", text };
  const file = relative(root, fileURLToPath(address));
  return withFrame(
    { kind: "server", text, file, line: Number(line), ...(column !== undefined && { column: Number(column) }) },
    root,
  );
}

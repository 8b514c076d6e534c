import type { Position } from "../src/islands/thrown-at.ts";
import { toLibrary } from "../release-checks/to-library.ts";
import { toPosition } from "../release-checks/to-position.ts";

/** An error in a source file, with its place and advice. */
export interface SourceError extends Partial<Position> {
  /** The path from the folder of the package. */
  file: string;
  /** A sentence. */
  problem: string;
  change: string;
}

/**
 * An error of the compiler, or of the bundler's own parser, in a source of the package. The compiler reads the uncompiled file, and counts columns from
 * 0; the parser reads what the compiler wrote.
 */
export function readSyntaxError(message: string, file: string, source: string): SourceError | undefined {
  const accessor = message.includes("Auto-accessors are not supported") ? source.search(/\baccessor\s/) : -1;
  if (accessor >= 0)
    return {
      file,
      ...toPosition(source, accessor),
      problem: "Auto-accessors are not supported.",
      change: "Write a field, or get and set.",
    };
  const [, said = "", line, column] =
    /× ((?:Syntax Error|JavaScript parse error): .+)\n[\s│]*╭─(?:\[(\d+):(\d+)\])?/.exec(message) ?? [];
  const isCompiled = message.includes("builtin:swc-loader") && said.startsWith("Syntax Error");
  const hasNoJsx = /\.(?:ts|[cm]?jsx?)$/.test(file);
  if (said === "" || !(isCompiled || (hasNoJsx && toLibrary(file) === undefined))) return undefined;
  const marked = findMarkedLine(message) ?? Number(line ?? 1);
  return {
    file,
    line: marked,
    ...(marked === Number(line) && !hasNoJsx && { column: Number(column) + 1 }),
    problem: `${said.trim().replace(/\.$/, "")}.`,
    change: hasNoJsx ? toTsx(file, source.split("\n")[marked - 1]) : toChange(said),
  };
}

function toChange(said: string): string {
  return said.includes("Unexpected token `@`")
    ? "Decorators are not compiled: call a function in place of one."
    : "Correct the code.";
}

/** The advice for a file whose extension excludes JSX: the error is at the first JSX. */
function toTsx(file: string, line = ""): string {
  const name = file.replace(/^.*\//, "").replace(/\.\w+$/, ".tsx");
  return /<\/?[A-Za-z>]/.test(line) || !file.endsWith(".ts")
    ? `Name the file ${name}, in which alone JSX is read.`
    : "Correct the code.";
}

/** The line above the first mark of the frame: the frame's own position is where a rule of the grammar begins. */
function findMarkedLine(message: string): number | undefined {
  const [, number] = /^[\s│]*?(\d+) │.*\n[\s│]*·.*[─┬▲]/m.exec(message) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** A place in a file, counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** Characters of a stack trace that are read, and places at most that are taken from it: a remote can write any text there. */
const maxStack = 20_000;
const maxPlaces = 20;

/** The places of a file in an error's stack trace, innermost first. None for what is no error. */
export function listThrownAt(error: unknown, filename: string): Position[] {
  const stack = error instanceof Error && typeof error.stack === "string" ? error.stack.slice(0, maxStack) : "";
  const places = stack
    .split(`${filename}:`)
    .slice(1)
    .flatMap((rest) => {
      const [, line, column] = /^(\d{1,9}):(\d{1,9})/.exec(rest) ?? [];
      return line === undefined || column === undefined ? [] : [{ line: Number(line), column: Number(column) }];
    });
  return places.slice(0, maxPlaces);
}

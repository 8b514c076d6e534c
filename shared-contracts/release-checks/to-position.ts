import type { Position } from "../src/islands/thrown-at.ts";

/** The line and column of a character, counted from 1. */
export function toPosition(text: string, at: number): Position {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** What is wrong in the sources, as terminal and page show it. */
export const problemSchema = v.object({
  kind: v.picklist(["build", "check", "types", "data", "server"]),
  text: v.string(),
  /** From the root of the workspace. */
  file: v.optional(v.string()),
  /** Counted from 1. */
  line: v.optional(v.number()),
  column: v.optional(v.number()),
  /** The lines around the place, with their numbers. */
  frame: v.optional(v.string()),
});
export type Problem = v.InferOutput<typeof problemSchema>;

/** Lines before and after the place of a problem. */
const around = 2;

/** Adds the lines around a problem's place, where there is one. */
export function withFrame(problem: Problem, root: string): Problem {
  const { file, line, column } = problem;
  if (file === undefined || line === undefined || !existsSync(join(root, file))) return problem;
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around).flatMap((text, index) => {
    const number = first + index;
    const row = `${number === line ? ">" : " "} ${String(number).padStart(5)} | ${text}`;
    return number === line && column !== undefined ? [row, `        | ${" ".repeat(Math.max(0, column - 1))}^`] : [row];
  });
  return { ...problem, frame: shown.join("\n") };
}

/** A problem as lines of a terminal. */
export function toLines({ text, file, line, column, frame }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return [place, text, frame].filter((part) => part !== undefined && part !== "").join("\n");
}

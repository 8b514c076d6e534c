import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findExposes } from "./generate-entries.ts";
import { toPosition } from "../release-checks/to-position.ts";

/**
 * The error of an island's field, with its place in the sources.
 * @param root the folder of the package
 * @param problem why the answer of its server file is not a valid description
 * @returns undefined when the problem is not about one field of an island
 */
export function explainDescription(root: string, problem: string): string | undefined {
  const [, index, field = "", said] =
    /, at islands\.(\d+)\.([^.:\s]+)[^:\s]*: (?:Invalid \w+: )?(.+)$/s.exec(problem) ?? [];
  const key = index === undefined ? undefined : findExposes(root)[Number(index)];
  const file = `src/exposes/${key}.tsx`;
  if (key === undefined || said === undefined || !existsSync(join(root, file))) return undefined;
  const source = readFileSync(join(root, file), "utf8");
  const found = [`${field}:`, "defineIsland("].map((text) => source.indexOf(text)).find((at) => at >= 0);
  if (found === undefined)
    return `${file}: the island that it exports was not made by defineIsland. Write export const island = defineIsland({ … }).`;
  const { line, column } = toPosition(source, found);
  return `${file}:${line}:${column}: ${field} of this island is not what it has to be: ${said.replace(/\.$/, "")}. Correct that field of defineIsland.`;
}

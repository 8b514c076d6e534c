import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parseJson } from "../../src/documents/parse-json.ts";
import { toProblem } from "../../src/errors/errors.ts";
import { type BenchData, type States, stateNameSchema, statesSchema } from "./bench-data.ts";

/** In a remote's folder: the states that its team has named, for all who work on it. */
export const stateFile = "workbench.json";

/** The named states of the remote in a folder; none without a file. @throws Error with the file for what is no list of states */
export function readStates(root: string): States {
  const file = join(root, stateFile);
  if (!existsSync(file)) return {};
  const refuse = (problem: string, cause?: unknown): Error =>
    new Error(`${file}: ${problem}. Correct it, and load this page again.`, { cause });
  const result = v.safeParse(statesSchema, readJson(readFileSync(file, "utf8"), refuse));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw refuse(`${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
}

function readJson(text: string, refuse: (problem: string, cause: unknown) => Error): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw refuse(`it is no JSON: ${toProblem(error)}`, error);
  }
}

/** The named states for the page of the workbench, which is there without them as well. */
export function readBenchStates(root: string): Pick<BenchData, "states" | "statesProblem"> {
  try {
    return { states: readStates(root) };
  } catch (error) {
    return { states: {}, statesProblem: toProblem(error) };
  }
}

const requestSchema = v.strictObject({ name: stateNameSchema, query: v.pipe(v.string(), v.maxLength(2000)) });

/**
 * Names a state, or gives a name to another one. The file is sorted, so that two additions differ in the lines of their own.
 * @param request `{ name, query }` as the page sends it
 * @throws Error for what is no state
 */
export function saveState(root: string, request: string): States {
  const { name, query } = v.parse(v.pipe(v.string(), v.parseJson(), requestSchema), request);
  const states = { ...readStates(root), [name]: query };
  const sorted = Object.fromEntries(Object.entries(states).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, stateFile), `${JSON.stringify(sorted, null, 2)}\n`);
  return sorted;
}

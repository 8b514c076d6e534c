import * as v from "valibot";
import { mayBeKey } from "../../src/names/package-name.ts";

/** A site of the workspace, as far as islands are shown in its languages. */
export interface BenchSite {
  siteId: string;
  /** The codes of its locales. */
  locales: readonly string[];
  /** Whether its paths carry the locale. */
  prefix: boolean;
}

/** The name of a state: letters, digits, spaces and hyphens. */
export const stateNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} -]{0,59}$/u, "a name has letters, digits, spaces and hyphens, 60 at most"),
  v.check(mayBeKey, "a name is not constructor or prototype"),
);

/** Queries of the workbench by the names that a team gave them. */
export const statesSchema = v.record(stateNameSchema, v.pipe(v.string(), v.maxLength(2000)));
export type States = v.InferOutput<typeof statesSchema>;

/** What the workbench knows when it is opened, written into its page. */
export interface BenchData {
  sites: readonly BenchSite[];
  states: States;
  /** Why the file of the states cannot be read, as after a merge with a conflict. */
  statesProblem?: string | undefined;
}

/** The id of the element that has it. */
export const benchDataId = "workbench-data";

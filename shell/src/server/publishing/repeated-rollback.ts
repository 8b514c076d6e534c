import { toWhen } from "./action-text.ts";
import type { Move } from "./promote.ts";

/** A rollback right before the planned one. */
export interface RepeatedRollback {
  revision: number;
  /** When, by whom and why it was done: the end of a sentence that begins with the revision. */
  text: string;
}

/**
 * The newest revision, when it is a rollback of the same releases and the planned one goes further back than that: two operators may answer one alarm,
 * and the second one of them does not know of the first. Undefined for a rollback that takes the newest one back.
 */
export function findRepeated({
  action,
  before,
  difference,
}: Pick<Move, "action" | "before" | "difference">): RepeatedRollback | undefined {
  if (action.kind !== "rollback" || before?.action?.kind !== "rollback" || difference.length === 0) return undefined;
  if (action.to > before.action.to) return undefined;
  const [name, earlier] = [action.package, before.action.package];
  if (name !== undefined && earlier !== undefined && name !== earlier) return undefined;
  const { at, by, why, set } = before;
  return { revision: set.revision, text: `went back already, at ${toWhen(at)} UTC by ${by} (${why})` };
}

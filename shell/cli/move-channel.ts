import { type Command, InvalidArgumentError } from "commander";
import { carryOut, type Move } from "../src/server/publishing/promote.ts";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";
import { createSetCheck } from "./check-set.ts";
import type { CommandContext } from "./command-context.ts";
import { parseReason } from "./arguments.ts";
import { toActionText, toChangeLines } from "./revision-text.ts";

/** The options of every verb that moves the channel. */
export interface MoveOptions {
  why?: string;
  dryRun?: boolean;
}

/** Adds the options of a verb that moves the channel. */
export function addMoveOptions(command: Command): Command {
  return command
    .option("--why <text>", "the reason, for the history; only a dry run needs none", parseReason)
    .option("--dry-run", "say what would change, and change nothing");
}

/** @throws InvalidArgumentError without a reason, unless nothing is going to be changed */
export function requireReason({ why, dryRun }: MoveOptions): void {
  if (why === undefined && !dryRun)
    throw new InvalidArgumentError('a reason is missing, for the history: add --why "…".');
}

/** Says what a move will change, carries it out unless it is a dry run, and says what is live then. */
export async function moveChannel(
  store: ReleaseStore,
  move: Move,
  options: MoveOptions,
  { answer, environment, say }: CommandContext,
): Promise<void> {
  const { before, difference, expected, versions, action } = move;
  if (before && difference.length === 0) {
    return answer(`This is live already, as revision ${before.set.revision}. Nothing was changed.`, before);
  }
  say([`${toActionText({ action })}, from revision ${expected}:`, ...toChangeLines(difference)].join("\n"));
  if (options.dryRun)
    return answer("Dry run: nothing was changed.", { dryRun: true, expected, action, difference, versions });
  const record = await carryOut(store, move, { why: options.why ?? "", checkSet: createSetCheck(environment()) });
  return answer(`revision ${record.set.revision} is live: set ${record.set.id}`, record);
}

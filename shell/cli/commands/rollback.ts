import type { Command } from "commander";
import { rollback } from "../../src/server/release/promote.ts";
import type { CommandContext } from "../command-context.ts";
import { toOperator } from "../operator.ts";
import { parseStoredName } from "../package-argument.ts";
import { toMoveSentence } from "../revision-text.ts";

export function addRollback(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("rollback [package]")
    .description("make the set before live again, or one package's version before")
    .requiredOption("--why <text>", "the reason, for the history")
    .option("--to <revision>", "the revision to go back to", Number)
    .action(async (given: string | undefined, { why, to }: { why: string; to?: number }) => {
      const { store } = openStore();
      const before = await store.current();
      const target = { ...(given === undefined ? {} : { package: await parseStoredName(given, store) }), ...(to === undefined ? {} : { revision: to }) };
      const record = await rollback(store, target, { by: toOperator(), why });
      answer(toMoveSentence(record, before), record);
    });
}

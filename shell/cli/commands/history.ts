import type { Command } from "commander";
import { toDifference } from "../../src/server/release/promote.ts";
import type { CommandContext } from "../command-context.ts";

export function addHistory(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("history")
    .description("every revision: who, when, why")
    .action(async () => {
      const records = await openStore().store.history();
      const lines = records.map(({ set, at, by, why }, index) => {
        const changed = toDifference(records[index - 1]?.set.versions, set.versions).map(({ name, after }) => `${name}@${after ?? "(none)"}`);
        return `${set.revision}  ${at}  ${by}: ${why}\n   ${changed.join(" ")}`;
      });
      answer(lines.join("\n"), { history: records });
    });
}

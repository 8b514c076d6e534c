import type { Command } from "commander";
import { retireKey } from "../../src/server/releases/trust/change-teams.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addChangeOptions, type ChangeOptions, changeList, retireAtSecond } from "../trust/trust-change.ts";

export function addTrustRetire(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("retire <key>"))
    .description("let a key sign nothing new; what it signed stays. A key that was stolen is revoked instead")
    .addHelpText(
      "after",
      "\nA key of the root is taken out instead: site trust remove, or site trust rotate.\n\nExamples:\n  site trust retire 3f2a9c0d\n",
    )
    .action(async (key: string, { dryRun }: ChangeOptions) => {
      await changeList(context, (folders) =>
        retireAtSecond((at) => retireKey(folders, key, at, { dryRun: dryRun === true })),
      );
    });
}

import type { Command } from "commander";
import { renewLists } from "../../src/server/releases/trust/change-teams.ts";
import { parseDays } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addChangeOptions, type ChangeOptions, changeList } from "../trust/trust-change.ts";

const dayMs = 86_400_000;

export function addTrustRenew(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("renew"))
    .description(
      "let both lists end that many days from now, later or earlier than before, also when they have expired",
    )
    .requiredOption("--days <count>", "the days from now on until both lists end", parseDays)
    .addHelpText("after", "\nExamples:\n  site trust renew --days 365\n  site trust renew --days 365 --dry-run\n")
    .action(async ({ days, dryRun }: ChangeOptions & { days: number }) => {
      await changeList(context, (folders) =>
        renewLists(folders, new Date(Date.now() + days * dayMs), { dryRun: dryRun === true }),
      );
    });
}

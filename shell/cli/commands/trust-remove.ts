import type { Command } from "commander";
import { removeKey } from "../../src/server/releases/trust/change-teams.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { listLiveOf, tellLive } from "../trust/live-of-key.ts";
import { addChangeOptions, type ChangeOptions, changeList } from "../trust/trust-change.ts";

const examples = `
For an owner of the root who leaves, and for a key that never signed. What a team's key signed is refused once it is removed:
retire it, so that it stays.

Examples:
  site trust remove 3f2a9c0d --dry-run
`;

export function addTrustRemove(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("remove <key>"))
    .description("take a key out of the list")
    .addHelpText("after", examples)
    .action(async (key: string, { dryRun }: ChangeOptions) => {
      const live = await listLiveOf(key, context);
      await changeList(context, (folders) => removeKey(folders, key, { dryRun: dryRun === true }));
      tellLive(
        live,
        context,
        ` One that was not stolen is retired in place of that, so that what it signed stays: site trust retire.`,
      );
    });
}

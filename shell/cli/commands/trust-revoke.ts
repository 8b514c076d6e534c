import type { Command } from "commander";
import { revokeKey } from "../../src/server/releases/trust/change-teams.ts";
import { parseReason } from "../arguments.ts";
import type { CommandContext } from "../command-context.ts";
import { addChangeOptions, type ChangeOptions, tellOutcome, toFolders } from "../trust-change.ts";

const examples = `
Everything that this key alone signed is refused, whenever it was signed. What is live stays live until the next record, which
must do without it: publish it again with another key. /readyz of each server names it.

Examples:
  site trust revoke 3f2a9c0d --why "laptop stolen"
`;

export function addTrustRevoke(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("revoke <key>"))
    .description("refuse what a key signed: it was stolen or lost")
    .requiredOption("--why <text>", "the reason; it stays in the list", parseReason)
    .addHelpText("after", examples)
    .action(async (key: string, { why, dryRun }: ChangeOptions & { why: string }) => {
      tellOutcome(await revokeKey(toFolders(context), key, why, { dryRun: dryRun === true }), context);
    });
}

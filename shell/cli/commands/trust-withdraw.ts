import type { Command } from "commander";
import { withdrawProposal } from "../../src/server/releases/trust/change-trust.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { toOwnerFolders } from "../trust/trust-change.ts";

export function addTrustWithdraw(trust: Command, context: CommandContext): void {
  trust
    .command("withdraw")
    .description("drop the change that waits for signatures")
    .addHelpText("after", "\nExamples:\n  site trust withdraw\n")
    .action(async () => {
      await withdrawProposal(toOwnerFolders(context).trustDir);
      context.answer("The change is dropped. The trust list is as it was.", { state: "withdrawn" });
    });
}

import type { Command } from "commander";
import { signProposal } from "../../src/server/releases/trust/change-trust.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addChangeOptions, type ChangeOptions, changeList } from "../trust/trust-change.ts";

const examples = `
Read first what it changes, with --dry-run. When yours is the last signature, the change is published.

Examples:
  site trust sign --dry-run
  site trust sign
`;

export function addTrustSign(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("sign"))
    .description("add your signature to the change that waits for it")
    .addHelpText("after", examples)
    .action(async ({ dryRun }: ChangeOptions) => {
      await changeList(context, (folders) => signProposal(folders, { dryRun: dryRun === true }));
    });
}

import type { Command } from "commander";
import { setThreshold } from "../../src/server/releases/trust/change-teams.ts";
import type { KeyHolder } from "../../src/server/releases/trust/key-files.ts";
import { parseCount } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addChangeOptions, type ChangeOptions, parseHolder, changeList } from "../trust/trust-change.ts";

const examples = `
A threshold of the root counts for both lists. A list that more owners have to sign waits until they have: site trust sign

Examples:
  site trust threshold root 2
`;

export function addTrustThreshold(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("threshold"))
    .description("say how many owners of a role have to sign together")
    .argument("<role>", "root, check, operator, or the name of a package", parseHolder)
    .argument("<count>", "how many owners", parseCount)
    .addHelpText("after", examples)
    .action(async (holder: KeyHolder, count: number, { dryRun }: ChangeOptions) => {
      await changeList(context, (folders) => setThreshold(folders, holder, count, { dryRun: dryRun === true }));
    });
}

import type { Command } from "commander";
import { exchangeRootKey } from "../../src/server/releases/trust/change-teams.ts";
import { openRotation } from "../../src/server/releases/trust/owner-keys.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addChangeOptions, type ChangeOptions, changeList } from "../trust/trust-change.ts";

const examples = `
The new root is signed by the old key and by the new one, so servers follow from one to the other. The former key stays in
KEYS_DIR under another name; it signs nothing any more.

Examples:
  site trust rotate --dry-run
  site trust rotate
`;

export function addTrustRotate(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("rotate"))
    .description("exchange this machine's key of the root for a new one")
    .addHelpText("after", examples)
    .action(async ({ dryRun }: ChangeOptions) => {
      await changeList(context, async (folders) => {
        const { former, signer, publicKey } = await openRotation(folders, dryRun === true);
        return exchangeRootKey(folders, former.keyId, publicKey, { dryRun: dryRun === true, signer });
      });
    });
}

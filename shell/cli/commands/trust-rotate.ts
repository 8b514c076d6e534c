import type { Command } from "commander";
import { exchangeRootKey } from "../../src/server/releases/trust/change-teams.ts";
import { toKeyFile } from "../../src/server/releases/trust/key-files.ts";
import { readKey } from "@site/contracts/signing/read-key";
import { createNextRootKey } from "../../src/server/releases/trust/owner-keys.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addChangeOptions, type ChangeOptions, changeList, toOwnerFolders } from "../trust/trust-change.ts";

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
      const { keysDir } = toOwnerFolders(context);
      const former = await readKey(toKeyFile(keysDir, { kind: "root" }), "the root");
      const { signer, publicKey } = await createNextRootKey(keysDir, dryRun === true);
      await changeList(context, (folders) =>
        exchangeRootKey(folders, former.signer.keyId, publicKey, { dryRun: dryRun === true, signer }),
      );
    });
}

import type { Command } from "commander";
import { addKey } from "../../src/server/releases/trust/change-teams.ts";
import { type KeyHolder, toKeyFile, toKeyHolderName } from "../../src/server/releases/trust/key-files.ts";
import { ensureKey, tryKey } from "../../src/server/releases/trust/owner-keys.ts";
import { parseOwner, parsePublicKey } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import {
  addChangeOptions,
  type ChangeOptions,
  parseHolder,
  changeList,
  toOwnerFolders,
} from "../trust/trust-change.ts";

const examples = `
A second owner makes a key of their own with site trust key, and gives you the public half. Without --public-key it is the
key of this machine, which is made when there is none.

Examples:
  site trust add content --owner "Carla" --public-key 9b1f…    a second key of the team of content
  site trust add lobby --owner "Lee"                           the team of a new package, with a key made here
  site trust add root --owner "Ben" --public-key 77ce…         a second owner of the trust list
`;

export function addTrustAdd(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("add"))
    .description("name another key for a team, the check, the operators or the root")
    .argument("<role>", "root, check, operator, or the name of a package", parseHolder)
    .requiredOption("--owner <name>", "the person or machine that holds the private key", parseOwner)
    .option("--public-key <digits>", "the public half of the key, 64 hexadecimal digits", parsePublicKey)
    .addHelpText("after", examples)
    .action(
      async (
        holder: KeyHolder,
        { owner, publicKey, dryRun }: ChangeOptions & { owner: string; publicKey?: string },
      ) => {
        const { keysDir } = toOwnerFolders(context);
        const own = dryRun ? tryKey : ensureKey;
        const key = publicKey ?? (await own(toKeyFile(keysDir, holder), holder, toKeyHolderName(holder))).publicKey;
        await changeList(context, (folders) =>
          addKey(folders, holder, { publicKey: key, owner }, { dryRun: dryRun === true }),
        );
      },
    );
}

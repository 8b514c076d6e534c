import { existsSync } from "node:fs";
import type { Command } from "commander";
import { readCurrentLists } from "../../src/server/releases/trust/change-trust.ts";
import { type KeyHolder, toKeyFile, toKeyHolderName } from "../../src/server/releases/trust/key-files.ts";
import { ensureKey } from "../../src/server/releases/trust/owner-keys.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { parseHolder, toOwnerFolders } from "../trust/trust-change.ts";

/** @param name the name of the verb: `key` of the trust list, `make` of keys */
export function addTrustKey(trust: Command, context: CommandContext, name = "key"): void {
  trust
    .command(name)
    .description("make this machine's private key of a role, when there is none, and print its public half")
    .argument("<role>", "root, check, operator, or the name of a package", parseHolder)
    .addHelpText(
      "after",
      "\nIt counts once the owners of the trust list have named it: site trust add\n\nExamples:\n  site trust key content\n",
    )
    .action(async (holder: KeyHolder) => {
      const file = toKeyFile(toOwnerFolders(context).keysDir, holder);
      const { publicKey, signer } = await ensureKey(file, holder, toKeyHolderName(holder));
      const former = await findEnd(signer.keyId, context);
      if (former !== undefined)
        context.say(`This key ${former}. Move ${file} away, and run this again to make another.`);
      context.answer(`public key ${publicKey}\nkey id ${signer.keyId}\nthe private key is in ${file}`, {
        publicKey,
        keyId: signer.keyId,
        file,
      });
    });
}

/** Why a key cannot sign any more, by this machine's trust list. A team's machine may have no list. */
async function findEnd(keyId: string, context: CommandContext): Promise<string | undefined> {
  const { trustDir } = toOwnerFolders(context);
  if (!existsSync(trustDir)) return undefined;
  const { root, teams } = await readCurrentLists(trustDir);
  const revoked = [...root.revoked, ...teams.revoked].find((key) => key.keyId === keyId);
  if (revoked) return `was revoked on ${revoked.at.toISOString()} (${revoked.why}): nothing it signs counts`;
  const roles = [root.check, root.operator, ...teams.teams.values()];
  const retired = roles.flatMap(({ keys }) => keys).find((key) => key.keyId === keyId)?.retired;
  return retired && `is retired since ${retired.toISOString()}: it signs nothing new`;
}

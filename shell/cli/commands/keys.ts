import type { Command } from "commander";
import { rotateKey } from "../../src/server/releases/trust/change-teams.ts";
import type { Role } from "../../src/server/releases/trust/trust.ts";
import { InvalidArgumentError } from "commander";
import { parsePublicKey } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { parseHolder, changeList, retireAtSecond } from "../trust/trust-change.ts";
import { addTrustAdd } from "./trust-add.ts";
import { addTrustKey } from "./trust-key.ts";
import { addTrustRetire } from "./trust-retire.ts";
import { addTrustRevoke } from "./trust-revoke.ts";
import { addTrustShow } from "./trust-show.ts";

const notes = `
A team makes its key on its own machine and gives the owners of the trust list the public half. The private half is never
sent: a site gets signatures only. Changes are signed with root.pem of KEYS_DIR, as those of site trust.

Examples:
  site keys make content                                        on the team's machine
  site keys add content --owner "CI of content" --public-key 9b1f…
  site keys list
  site keys rotate content --public-key 77ce…                   the new key signs, the former ones sign nothing new
  site keys revoke 3f2a9c0d --why "laptop stolen"               says what is live and was signed with it
`;

/** Adds `site keys`: the keys that releases, checks and records are signed with. */
export function addKeys(program: Command, context: CommandContext): void {
  const keys = program
    .command("keys")
    .description("make, list, rotate and revoke the keys that sign releases")
    .addHelpText("after", notes);
  addTrustKey(keys, context, "make");
  addTrustShow(keys, context, "list");
  addTrustAdd(keys, context);
  addRotate(keys, context);
  addTrustRetire(keys, context);
  addTrustRevoke(keys, context);
}

function addRotate(keys: Command, context: CommandContext): void {
  keys
    .command("rotate")
    .description("name a new key of the same owner, and retire the former ones: what they signed stays valid")
    .argument("<role>", "check, operator, or the name of a package", parseSigner)
    .requiredOption("--public-key <digits>", "the public half of the new key, 64 hexadecimal digits", parsePublicKey)
    .action(async (role: Role, { publicKey }: { publicKey: string }) => {
      await changeList(context, (folders) => retireAtSecond((at) => rotateKey(folders, role, publicKey, at)));
    });
}

function parseSigner(text: string): Role {
  const holder = parseHolder(text);
  if (holder.kind === "root") throw new InvalidArgumentError("The root's key is rotated with site trust rotate.");
  return holder;
}

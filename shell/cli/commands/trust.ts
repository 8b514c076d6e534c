import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { addTrustAdd } from "./trust-add.ts";
import { addTrustKey } from "./trust-key.ts";
import { addTrustRemove } from "./trust-remove.ts";
import { addTrustRenew } from "./trust-renew.ts";
import { addTrustRetire } from "./trust-retire.ts";
import { addTrustRevoke } from "./trust-revoke.ts";
import { addTrustRotate } from "./trust-rotate.ts";
import { addTrustShow } from "./trust-show.ts";
import { addTrustSign } from "./trust-sign.ts";
import { addTrustThreshold } from "./trust-threshold.ts";
import { addTrustWithdraw } from "./trust-withdraw.ts";

const notes = `
The list is in TRUST_DIR, your private keys are in KEYS_DIR. A change is signed with root.pem there. Where other owners
have to sign too, it waits as a proposal in TRUST_DIR until each of them has run: site trust sign

Examples:
  site trust show
  site trust renew --days 365
  site trust revoke 3f2a9c0d --why "laptop stolen"
`;

/** In the order of the help. */
const verbs = [
  addTrustShow,
  addTrustRenew,
  addTrustAdd,
  addTrustRetire,
  addTrustRevoke,
  addTrustRemove,
  addTrustThreshold,
  addTrustRotate,
  addTrustSign,
  addTrustWithdraw,
  addTrustKey,
];

/** Adds `site trust`: whose signatures count. */
export function addTrust(program: Command, context: CommandContext): void {
  const trust = program
    .command("trust")
    .description("show and change whose signatures count")
    .addHelpText("after", notes);
  for (const add of verbs) add(trust, context);
}

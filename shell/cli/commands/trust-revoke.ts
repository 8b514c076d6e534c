import type { Command } from "commander";
import { isSiteError } from "@site/contracts/errors";
import { revokeKey } from "../../src/server/releases/trust/change-teams.ts";
import { parseTrustReason } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { listLiveOf, tellLive } from "../trust/live-of-key.ts";
import { addChangeOptions, type ChangeOptions, changeList } from "../trust/trust-change.ts";

const examples = `
Everything that this key alone signed is refused, whenever it was signed. What is live stays live until the next record, which
must do without it: publish it again with another key. /readyz of each server names it.

Examples:
  site trust revoke 3f2a9c0d --why "laptop stolen"
`;

export function addTrustRevoke(trust: Command, context: CommandContext): void {
  addChangeOptions(trust.command("revoke <key>"))
    .description("refuse what a key signed: it was stolen or lost")
    .requiredOption("--why <text>", "the reason; it stays in the list", parseTrustReason)
    .addHelpText("after", examples)
    .action(async (key: string, { why, dryRun }: ChangeOptions & { why: string }) => {
      const live = await listLiveOf(key, context);
      await changeList(context, (folders) => revokeKey(folders, key, why, { dryRun: dryRun === true }));
      tellLive(live, context);
      const problem = dryRun ? undefined : await findRecordProblem(context);
      if (problem) context.say(problem);
    });
}

/** Why the newest record is not accepted any more: a key of an operator or of the release check that signed it was revoked. */
async function findRecordProblem({ openStore }: CommandContext): Promise<string | undefined> {
  try {
    await (await openStore()).store.current();
    return undefined;
  } catch (error) {
    return isSiteError(error, "RECORD_REVOKED") ? error.message : undefined;
  }
}

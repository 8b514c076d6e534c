import type { Command } from "commander";
import { readCurrentLists } from "../../src/server/releases/trust/change-trust.ts";
import { describeTrust } from "../../src/server/releases/trust/describe-trust.ts";
import { createTrust } from "../../src/server/releases/trust/trust.ts";
import { readProposal } from "../../src/server/releases/trust/trust-proposal.ts";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { toOwnerFolders } from "../trust/trust-change.ts";

/** @param name the name of the verb: `show` of the list, `list` of keys */
export function addTrustShow(trust: Command, context: CommandContext, name = "show"): void {
  trust
    .command(name)
    .description("list every key: whose it is, what it may sign, until when")
    .addHelpText("after", "\nExamples:\n  site trust show\n  site trust show --json\n")
    .action(async () => {
      const { trustDir } = toOwnerFolders(context);
      const { root, teams } = await readCurrentLists(trustDir);
      // An expired list is shown too: its dates show the expiry.
      const keys = describeTrust(createTrust(root, teams, () => new Date(0)));
      const waits = (await readProposal(trustDir)) !== undefined;
      const rows = keys.map(({ role, owner, key, until, state, since, threshold }) => [
        role,
        owner,
        key,
        until.slice(0, 10),
        `${state}${since && ` ${since.slice(0, 10)}`}`,
        threshold > 1 ? String(threshold) : "",
      ]);
      const lines = [
        ...toColumns([["MAY SIGN AS", "OWNER", "KEY", "UNTIL", "STATE", "TOGETHER"], ...rows]),
        "",
        `version ${root.version} of the root's list, version ${teams.version} of the list of teams`,
        ...(waits ? ["A change waits for signatures: site trust sign --dry-run shows it."] : []),
      ];
      context.answer(lines.join("\n"), { root: root.version, teams: teams.version, keys, waits });
    });
}

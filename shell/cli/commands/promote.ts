import type { Command } from "commander";
import { planPromote } from "../../src/server/publishing/promote.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../releases/move-channel.ts";
import { findVersions, parseReleaseLabels } from "../releases/release-labels.ts";

const examples = `
Examples:
  site promote content --why "new home page"                     the version that was built last
  site promote content@1.0.0-3f2a --why "new home page"          any version of the store, or how only one begins
  site promote shell content --why "new header" --expect 41      only if the channel is at revision 41
`;

export function addPromote(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("promote <releases...>"))
    .description("make releases live, as name@version, or a name for the version that was built last")
    .addHelpText("after", examples)
    .action(async (given: string[], options: MoveOptions) => {
      requireReason(options);
      const labels = parseReleaseLabels(given);
      const { store } = await context.openStore();
      const changes = await findVersions(store, labels);
      await moveChannel(store, await planPromote(store, changes, options.expect), options, context);
    });
}

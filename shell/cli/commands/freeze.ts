import type { Command } from "commander";
import { planChannels } from "../../src/server/publishing/plan-channels.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../releases/move-channel.ts";

const notes = `
While the channel is frozen nothing moves but rollbacks; a canary can be stopped or made smaller.

Examples:
  site freeze --why "the tournament weekend"
  site thaw --why "it is Monday"
`;

/** Adds `site freeze`. */
export function addFreeze(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("freeze"))
    .description("let nothing move but rollbacks")
    .addHelpText("after", notes)
    .action(async (options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      const move = await planChannels(store, { kind: "freeze", why: options.why ?? "(dry run)" });
      await moveChannel(store, move, options, context);
    });
}

/** Adds `site thaw`. */
export function addThaw(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("thaw"))
    .description("end a freeze")
    .action(async (options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      await moveChannel(store, await planChannels(store, { kind: "thaw" }), options, context);
    });
}

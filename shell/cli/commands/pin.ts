import type { Command } from "commander";
import { planChannels } from "../../src/server/publishing/plan-channels.ts";
import { parseDuration } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../releases/move-channel.ts";
import { parseStoredName } from "../command-line/package-argument.ts";

const notes = `
A pinned package is not promoted, is in no canary, and stays as it is when the set is rolled back.

Examples:
  site pin support-chat --for 3d --why "the call centre moves"
  site unpin support-chat --why "moved"
`;

/** Adds `site pin`: a package stays at its release until a moment. */
export function addPin(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("pin <package>"))
    .description("keep a package at its release for a while")
    .requiredOption("--for <duration>", "for how long: 30m, 12h, 7d", parseDuration)
    .addHelpText("after", notes)
    .action(async (given: string, { for: duration, ...options }: MoveOptions & { for: number }) => {
      requireReason(options);
      const { store } = await context.openStore();
      const name = await parseStoredName(given, store);
      const until = new Date(Date.now() + duration).toISOString();
      const why = options.why ?? "(dry run)";
      await moveChannel(store, await planChannels(store, { kind: "pin", name, why, until }), options, context);
    });
}

/** Adds `site unpin`. */
export function addUnpin(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("unpin <package>"))
    .description("let a pinned package move again")
    .action(async (given: string, options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      const name = await parseStoredName(given, store);
      await moveChannel(store, await planChannels(store, { kind: "unpin", name }), options, context);
    });
}

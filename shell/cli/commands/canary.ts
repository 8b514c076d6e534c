import { randomInt } from "node:crypto";
import type { Command } from "commander";
import { planCanaryPromote, planChannels } from "../../src/server/publishing/plan-channels.ts";
import { growingShares, toGrowingShare } from "../../src/server/publishing/growing-share.ts";
import { bucketCount } from "../../src/server/visitor/bucket.ts";
import { parseDuration, parseOwner, parsePercent, parsePublicKey } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../releases/move-channel.ts";
import { findVersions, parseReleaseLabels } from "../releases/release-labels.ts";
import { toChannelLines } from "../releases/revision-text.ts";

const notes = `
A canary is a second set beside the stable one. A share of the visitors gets it, always the same visitors, from their second page on.
A rollback ends it. A promote of packages that it does not change goes on beside it.

Examples:
  site canary start content@1.0.0-3f2a --percent 5 --why "new home page"
  site canary start content --step 1h --why "new home page"      1, 5, 25 and 100 % of visitors, an hour each
  site canary share 25 --why "no complaints"
  site canary promote --why "the figures are good"               its set becomes the stable one
  site canary stop --why "wrong bonus text"
  site canary guard 5a3f… --owner web-1 --why "may return it"    a server that returns a canary which fails
`;

/** The default percentage of a canary. */
const usualPercent = 5;

interface StartOptions extends MoveOptions {
  percent?: number;
  step?: number;
}

/** Adds `site canary`: a set that a share of the visitors gets. */
export function addCanary(program: Command, context: CommandContext): void {
  const canary = program
    .command("canary")
    .description("try a set with a share of the visitors")
    .addHelpText("after", notes);

  addMoveOptions(canary.command("start <releases...>"))
    .description("give a share of the visitors these releases, beside the stable ones")
    .option("--percent <share>", `the share of visitors, ${usualPercent} without it`, parsePercent)
    .option(
      "--step <duration>",
      `let the share grow by itself: ${growingShares.join(", ")} %, each for so long`,
      parseDuration,
    )
    .action(async (given: string[], { percent, step, ...options }: StartOptions) => {
      requireReason(options);
      const labels = parseReleaseLabels(given);
      const { store } = await context.openStore();
      const move = await planChannels(store, {
        kind: "canary-start",
        changes: await findVersions(store, labels),
        first: randomInt(bucketCount),
        ...(step === undefined ? { percent: percent ?? usualPercent } : toGrowingShare(step, new Date())),
      });
      if (!move.channels.guards?.length)
        context.say("No server may return this canary by itself: site canary guard names one that may.");
      await moveChannel(store, move, options, context);
    });

  addMoveOptions(canary.command("share <percent>"))
    .description("change the share of visitors; one that grows by itself stays there")
    .action(async (given: string, options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      await moveChannel(
        store,
        await planChannels(store, { kind: "canary-share", percent: parsePercent(given) }),
        options,
        context,
      );
    });

  addMoveOptions(canary.command("stop"))
    .description("end the canary: all visitors get the stable set")
    .action(async (options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      await moveChannel(store, await planChannels(store, { kind: "canary-stop" }), options, context);
    });

  addMoveOptions(canary.command("promote"))
    .description("make the canary's set the stable one")
    .action(async (options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      await moveChannel(store, await planCanaryPromote(store), options, context);
    });

  addMoveOptions(canary.command("guard <public-key>"))
    .description("name a server that may return a canary to the stable set, by its public key")
    .requiredOption("--owner <name>", "the server's name, for the history", parseOwner)
    .action(async (key: string, { owner, ...options }: MoveOptions & { owner: string }) => {
      requireReason(options);
      const publicKey = parsePublicKey(key);
      const { store } = await context.openStore();
      await moveChannel(store, await planChannels(store, { kind: "guard", owner, publicKey }), options, context);
    });

  addMoveOptions(canary.command("unguard <public-key>"))
    .description("take that from a server, by how its public key begins")
    .action(async (publicKey: string, options: MoveOptions) => {
      requireReason(options);
      const { store } = await context.openStore();
      await moveChannel(store, await planChannels(store, { kind: "unguard", publicKey }), options, context);
    });

  canary
    .command("status")
    .description("the canary, previews, pins, and whether the channel is frozen")
    .action(async () => {
      const { store } = await context.openStore();
      const record = await store.current();
      const lines = record ? toChannelLines(record, new Date()) : [];
      context.answer(lines.length > 0 ? lines.join("\n") : "No canary is under way, and nothing is pinned or frozen.", {
        revision: record?.set.revision ?? null,
        channels: record?.channels ?? {},
      });
    });
}

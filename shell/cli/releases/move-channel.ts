import { type Command, InvalidArgumentError, Option } from "commander";
import { carryOut, type Move, type SetDifference, toDifference } from "../../src/server/publishing/promote.ts";
import { noServerListed, type Quorum, quorums, waitForServers } from "../../src/server/publishing/wait-for-servers.ts";
import { SiteError } from "@site/contracts/errors";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { parseExpected, parseReason, parseSeconds } from "../command-line/arguments.ts";
import { toActionText, toDoneText } from "../../src/server/publishing/action-text.ts";
import { listPlannedBesideChanges } from "../../src/server/publishing/beside-changes.ts";
import { toChangeLines, toChannelLines, toHeldLines, toRepeatedLines } from "./revision-text.ts";

/** The options of every verb that moves the channel. */
export interface MoveOptions {
  why?: string;
  dryRun?: boolean;
  /** The expected newest revision. */
  expect?: number;
  wait: Quorum;
  waitSeconds: number;
}

/** Adds the options of a verb that moves the channel. */
export function addMoveOptions(command: Command): Command {
  return command
    .option("--why <text>", "the reason, for the history; only a dry run needs none", parseReason)
    .option("--expect <revision>", "refuse when the channel is not at this revision", parseExpected)
    .option("--dry-run", "say what would change, and change nothing")
    .addOption(
      new Option("--wait <servers>", "how many of the listed servers have to show it before the command ends")
        .choices(quorums)
        .default("all"),
    )
    .option("--wait-seconds <seconds>", "how long to wait for them", parseSeconds, 20);
}

/** @throws InvalidArgumentError without a reason, except for a dry run */
export function requireReason({ why, dryRun }: MoveOptions): void {
  if (why === undefined && !dryRun)
    throw new InvalidArgumentError('a reason is missing, for the history: add --why "…".');
}

/**
 * Prints the changes of a move, carries it out unless it is a dry run, and prints the live set then.
 * @throws SiteError `REVISION_CONFLICT` when the newest revision is not the expected one
 */
export async function moveChannel(
  store: ReleaseStore,
  move: Move,
  options: MoveOptions,
  { answer, environment, keep, say }: CommandContext,
): Promise<void> {
  const { before, difference, expected, versions, action, channels, held, isDone } = move;
  if (options.expect !== undefined && options.expect !== expected)
    throw new SiteError("REVISION_CONFLICT", { channel: "stable", actual: expected, expected: options.expect });
  const planned = { dryRun: true, expected, action, difference, versions, channels, held };
  if (before && isDone) {
    const text = `${toDoneText(action)}, as of revision ${before.set.revision}. Nothing was changed.`;
    return answer(text, options.dryRun ? planned : before);
  }
  const changes = [...toChangeLines(difference), ...toChangeLines(listCanaryChanges(move)), ...toHeldLines(move)];
  const what = changes.length === 0 ? "; no release of the stable set changes" : ":";
  const beside = listPlannedBesideChanges(move, new Date()).map((text) => `  ${text}`);
  say(
    [
      `${toActionText({ action })}, from revision ${expected}${what}`,
      ...changes,
      ...beside,
      ...toRepeatedLines(move),
    ].join("\n"),
  );
  if (options.dryRun) return answer("Dry run: nothing was changed.", planned);
  const record = await carryOut(store, move, {
    why: options.why ?? "",
    // Most sets were checked by their publish: only an unchecked set waits for the renderer to load.
    async checkSet(packages, live) {
      const { createSetCheck } = await import("./check-set.ts");
      return createSetCheck(environment())(packages, live);
    },
  });
  const lines = toChannelLines(record, new Date());
  const toText = (state: "live" | "recorded", where: string): string =>
    [`revision ${record.set.revision} is ${state}: set ${record.set.id}${where}`, ...lines].join("\n");
  // A store of files does not know its servers: each looks for new revisions by itself.
  if (!store.servers) return answer(toText("recorded", "; a running server shows it when it has composed it"), record);
  if (options.wait === "none") return answer(toText("recorded", ""), record);
  // Before the wait: an operator who interrupts it has to know that the revision stays.
  keep(undefined, record);
  say(`revision ${record.set.revision} is recorded; waiting at most ${options.waitSeconds} s until servers show it`);
  const { agreed, lagging } = await waitForServers(store.servers, record.set.revision, {
    quorum: options.wait,
    timeoutMs: options.waitSeconds * 1000,
  });
  const listed = agreed.length + lagging.length;
  if (listed === 0)
    return answer(toText("recorded", `. ${noServerListed}`), { ...record, servers: { agreed, lagging } });
  const behind = lagging.length > 0 ? `; still behind: ${lagging.map(({ server }) => server).join(", ")}` : "";
  const where = `, on ${agreed.length} of ${listed} servers${behind}`;
  return answer(toText(agreed.length > 0 ? "live" : "recorded", where), { ...record, servers: { agreed, lagging } });
}

/** The differences of the canary from the stable set, when the move is about the canary. */
function listCanaryChanges({ action, versions, channels: { canary } }: Move): SetDifference[] {
  return canary && action.kind === "canary-start" ? toDifference(versions, canary.versions) : [];
}

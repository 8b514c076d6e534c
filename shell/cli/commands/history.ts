import type { Command } from "commander";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { toDifference } from "../../src/server/publishing/promote.ts";
import type { RevisionRecord } from "../../src/server/releases/release-store.ts";
import { parseCount } from "../command-line/arguments.ts";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { toActionText, toWhen } from "../../src/server/publishing/action-text.ts";
import { listBesideChanges } from "../../src/server/publishing/beside-changes.ts";
import { toChangeLines } from "../releases/revision-text.ts";

export function addHistory(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("history")
    .description("every revision, the newest last: who, when, why, and what it changed")
    .option("--last <count>", "only the latest revisions", parseCount)
    .addHelpText("after", "\nExamples:\n  site history --last 10\n")
    .action(async ({ last }: { last?: number }) => {
      const { store } = await openStore();
      const unreadable: UnreadableRevision[] = [];
      // One record more than is shown: it is needed to tell what the first shown record changed.
      const records = await store.history({
        ...(last !== undefined && { last: last + 1 }),
        onUnreadable: (revision, error) =>
          unreadable.push({
            revision,
            code: isSiteError(error) ? error.code : "UNEXPECTED",
            problem: toProblem(error),
          }),
      });
      const newest = Math.max(0, ...[...records.map(({ set }) => set), ...unreadable].map(({ revision }) => revision));
      const first = last === undefined ? 1 : newest - last + 1;
      const shown = records.filter(({ set }) => set.revision >= first);
      const refused = unreadable.filter(({ revision }) => revision >= first);
      const before = records.slice(0, records.length - shown.length).at(-1);
      answer(newest === 0 ? "nothing was live yet" : toHistoryText(shown, before, refused), {
        history: shown,
        ...(refused.length > 0 && { unreadable: refused }),
      });
    });
}

/** A missing or damaged revision, or one whose signature does not count any more. */
interface UnreadableRevision {
  revision: number;
  code: string;
  problem: string;
}

const toNumber = (revision: number): string => String(revision).padStart(3);

function toHistoryText(
  records: readonly RevisionRecord[],
  before: RevisionRecord | undefined,
  unreadable: readonly UnreadableRevision[],
): string {
  const rows = records.map((record) => [
    toNumber(record.set.revision),
    toWhen(record.at),
    record.by,
    toActionText(record),
    record.why,
  ]);
  const [head = "", ...lines] = toColumns([["REV", "WHEN (UTC)", "BY", "WHAT", "WHY"], ...rows]);
  const told = records.map((record, index) => {
    const earlier = records[index - 1] ?? before;
    const changes = toChangeLines(toDifference(earlier?.set.versions, record.set.versions));
    const beside = listBesideChanges(record, earlier).map((text) => `  ${text}`);
    const below = [...changes, ...beside].map((line) => `   ${line}`);
    return { revision: record.set.revision, lines: [lines[index] ?? "", ...below] };
  });
  const holes = unreadable.map(({ revision, problem }) => ({
    revision,
    lines: [`${toNumber(revision)}  does not verify: ${problem}`],
  }));
  const all = [...told, ...holes].toSorted((a, b) => a.revision - b.revision);
  return [head, ...all.flatMap((one) => one.lines)].join("\n");
}

import type { Command } from "commander";
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
      // One more than is shown tells what the first one shown has changed.
      const records = await store.history(last === undefined ? {} : { last: last + 1 });
      const shown = last === undefined ? records : records.slice(-last);
      const before = records.slice(0, records.length - shown.length).at(-1);
      answer(shown.length === 0 ? "nothing was live yet" : toHistoryText(shown, before), { history: shown });
    });
}

function toHistoryText(records: readonly RevisionRecord[], before: RevisionRecord | undefined): string {
  const rows = records.map((record) => [
    String(record.set.revision).padStart(3),
    toWhen(record.at),
    record.by,
    toActionText(record),
    record.why,
  ]);
  const [head = "", ...lines] = toColumns([["REV", "WHEN (UTC)", "BY", "WHAT", "WHY"], ...rows]);
  return [
    head,
    ...records.flatMap((record, index) => {
      const earlier = records[index - 1] ?? before;
      const changes = toChangeLines(toDifference(earlier?.set.versions, record.set.versions));
      const beside = listBesideChanges(record, earlier).map((text) => `  ${text}`);
      return [lines[index] ?? "", ...[...changes, ...beside].map((line) => `   ${line}`)];
    }),
  ].join("\n");
}

import type { Command } from "commander";
import { isSiteError } from "@site/contracts/errors";
import { toDifference } from "../../src/server/publishing/promote.ts";
import type { ReleaseStore, RevisionRecord } from "../../src/server/releases/release-store.ts";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { toActionText, toWhen } from "../../src/server/publishing/action-text.ts";
import { toChannelLines } from "../releases/revision-text.ts";

export function addStatus(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("status")
    .description("what is live, since when, by whom and why, and what differs from the set before")
    .action(async () => {
      const { store } = await openStore();
      const record = await store.current();
      if (!record) return answer("nothing is live yet", { live: null });
      const before = await readBefore(store, record);
      return answer(toStatusText(record, before), {
        ...record,
        ...(before ? { difference: toDifference(before.set.versions, record.set.versions) } : {}),
      });
    });
}

/** The previous revision, when there is one and it can be read. The live one is shown in any case. */
async function readBefore(store: ReleaseStore, { set }: RevisionRecord): Promise<RevisionRecord | undefined> {
  try {
    return (await store.history({ last: 2 })).find(({ set: { revision } }) => revision === set.revision - 1);
  } catch (error) {
    if (isSiteError(error)) return undefined;
    throw error;
  }
}

function toStatusText(record: RevisionRecord, before: RevisionRecord | undefined): string {
  const { set, at, by, why } = record;
  const facts = toColumns([
    ["revision", String(set.revision)],
    ["set", set.id],
    ["since", `${toWhen(at)} UTC`],
    ["by", by],
    ["why", why],
    ["what", toActionText(record)],
  ]);
  const changed = new Map(
    before ? toDifference(before.set.versions, set.versions).map((one) => [one.name, one.before ?? "(none)"]) : [],
  );
  const packages = toColumns([
    ["PACKAGE", "VERSION", before ? `BEFORE, IN REVISION ${before.set.revision}` : ""],
    ...Object.keys({ ...set.versions, ...before?.set.versions }).map((name) => [
      name,
      set.versions[name] ?? "(none)",
      changed.get(name) ?? "",
    ]),
  ]);
  const beside = toChannelLines(record, new Date());
  return [...facts, "", ...packages, ...(beside.length > 0 ? ["", ...beside] : [])].join("\n");
}

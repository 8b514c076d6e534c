import type { Command } from "commander";
import { SiteError } from "@site/contracts/errors";
import { planCollection } from "../../src/server/publishing/plan-collection.ts";
import { listSets } from "../../src/server/releases/channels.ts";
import type { ReleaseStore, RevisionRecord } from "../../src/server/releases/release-store.ts";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { toStoreText } from "../store/store-text.ts";

const notes = `
A file goes an hour after it was put, when no release needs it any more.

What stays: the live set, the canary, previews, what the next 10 rollbacks go back to, and what was live or admitted in the last 7 days.
The history stays whole. A store that cannot be read whole is left as it is.

Examples:
  site store collect --dry-run
`;

export function addStoreCollect(verb: Command, { answer, during, environment, openStore, say }: CommandContext): void {
  verb
    .command("collect")
    .description("remove the releases that are not needed any more")
    .option("--dry-run", "say what would go and why, and remove nothing")
    .addHelpText("after", notes)
    .action(async ({ dryRun }: { dryRun?: boolean }) => {
      const { store } = await openStore();
      const records = await readWhole(store, toStoreText(environment().places));
      const plan = planCollection(records, await store.releases(), new Date());
      const rows = [
        ...plan.go.map((one) => ({ ...one, does: "goes" })),
        ...plan.stay.map((one) => ({ ...one, does: "stays" })),
      ];
      say(
        toColumns([
          ["PACKAGE", "VERSION", "", "WHY"],
          ...rows.map(({ name, version, does, why }) => [name, version, does, why]),
        ]).join("\n"),
      );
      const counts = `${plan.go.length} of ${rows.length} releases`;
      if (dryRun) return answer(`${counts} would go. Dry run: nothing was removed.`, { dryRun: true, ...plan });
      // First the leftovers of earlier removals and refused publishes: on a full disk, a removal needs room for its record.
      const earlier = await store.sweep();
      await during(plan.go.length, async ({ begin }) => {
        for (const { name, version } of plan.go) {
          begin(`removing ${name}@${version}`);
          await requireUnmoved(store, records.length);
          await store.remove(name, version);
        }
      });
      const latest = await store.sweep();
      const swept = { blobs: earlier.blobs + latest.blobs, bytes: earlier.bytes + latest.bytes };
      return answer(
        `${counts} were removed. ${swept.blobs} files of earlier ones went with them, ${Math.round(swept.bytes / 1024)} KB.`,
        { ...plan, swept },
      );
    });
}

/**
 * The whole history, if no revision of it is missing and every live release is there.
 * @throws SiteError `NOTHING_LIVE`, `STORE_CORRUPT` for a missing or damaged revision, `RELEASE_*` for a missing or damaged live release
 */
async function readWhole(store: ReleaseStore, where: string): Promise<RevisionRecord[]> {
  const records = await store.history();
  const live = records.at(-1);
  if (!live) throw new SiteError("NOTHING_LIVE", { path: where, verb: "decide by what to remove" });
  const missing = records.findIndex(({ set }, index) => set.revision !== index + 1);
  if (missing !== -1)
    throw new SiteError("STORE_CORRUPT", { path: `${where}, where revision ${missing + 1} is missing` });
  for (const { versions } of listSets(live))
    for (const [name, version] of Object.entries(versions)) await store.load(name, version);
  return records;
}

/** @throws SiteError `REVISION_CONFLICT` when the channel moved since the decision: a release that was to be removed may be live now */
async function requireUnmoved(store: ReleaseStore, expected: number): Promise<void> {
  const actual = (await store.current())?.set.revision ?? 0;
  if (actual !== expected) throw new SiteError("REVISION_CONFLICT", { channel: "stable", actual, expected });
}

import type { Command } from "commander";
import type { ForeignRecord, ReleaseStore } from "../../src/server/releases/release-store.ts";
import { lacksMarker, markAgain } from "../../src/server/releases/stores/store-marker.ts";
import { toProblem } from "@site/contracts/errors";
import type { CommandContext } from "../command-line/command-context.ts";

const notes = `
A record that this store did not write, such as a file made by hand, keeps every newer one from being accepted. What is live stays
meanwhile. With --apply such records are moved to set-aside/ in the store, and nothing is deleted. One that a server may have
accepted, or whose key was revoked since, stays: a promote or a rollback moves on from there. With the trust list of another store
nothing is moved. A store.json that is missing or damaged is
written again.

Examples:
  site store repair
  site store repair --apply
`;

export function addStoreRepair(verb: Command, { answer, environment, openStore, say }: CommandContext): void {
  verb
    .command("repair")
    .description("say which records are in the way of newer ones, and set them aside with --apply")
    .option("--apply", "set them aside; without it nothing is changed")
    .addHelpText("after", notes)
    .action(async ({ apply }: { apply?: boolean }) => {
      const { nats, storeDir } = environment().places;
      if (!nats && lacksMarker(storeDir)) {
        const what = `The file store.json of ${storeDir}, which marks it as a store,`;
        if (!apply)
          return answer(`${what} is missing or damaged. Dry run: nothing was changed. Add --apply to write it again.`, {
            dryRun: true,
            foreign: [],
            unmarked: true,
          });
        markAgain(storeDir);
        say(`${what} was written again.`);
      }
      const { store } = await openStore({ repairs: true });
      const found = await store.findForeign();
      const all = apply ? await setAllAside(store, found) : found.map((record) => ({ ...record, movedTo: undefined }));
      const newest = await tellNewest(store);
      const lines = all.map(
        ({ log, revision, path, problem, movedTo }) =>
          `${log} ${revision}: ${path}\n  ${problem}${movedTo === undefined ? "" : `\n  it is in ${movedTo} now`}`,
      );
      if (lines.length > 0) say(lines.join("\n"));
      if (all.length === 0 && "error" in newest) {
        // A record that is refused and cannot be set aside needs another remedy, which its error names.
        say("Nothing is in the way.");
        throw newest.error;
      }
      const told = "error" in newest ? `The newest record is refused: ${toProblem(newest.error)}` : newest.text;
      if (all.length === 0) return answer(`Nothing is in the way. ${told}`, { foreign: [] });
      answer(
        apply
          ? `${all.length} set aside. ${told}`
          : "Dry run: nothing was changed. Add --apply to set aside what is listed.",
        { dryRun: apply !== true, foreign: all },
      );
    });
}

/** A sentence about the newest record, or the error that refuses it. */
async function tellNewest(store: ReleaseStore): Promise<{ text: string } | { error: unknown }> {
  try {
    const live = await store.current();
    return { text: live ? `The newest record is revision ${live.set.revision}, and it verifies.` : "Nothing is live." };
  } catch (error) {
    return { error };
  }
}

/** Even when the channel has no foreign record, another log may have one: repeats until there is none. */
async function setAllAside(
  store: ReleaseStore,
  found: readonly ForeignRecord[],
): Promise<(ForeignRecord & { movedTo: string })[]> {
  if (found.length === 0) return [];
  const moved: (ForeignRecord & { movedTo: string })[] = [];
  for (const record of found) moved.push({ ...record, movedTo: await store.setAside(record) });
  return [...moved, ...(await setAllAside(store, await store.findForeign()))];
}

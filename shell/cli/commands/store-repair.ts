import type { Command } from "commander";
import type { ForeignRecord, ReleaseStore } from "../../src/server/releases/release-store.ts";
import type { CommandContext } from "../command-line/command-context.ts";

const notes = `
A record that this store did not write, such as a file made by hand, keeps every newer one from being accepted. What is live stays
meanwhile. With --apply such records are moved to set-aside/ in the store, and nothing is deleted. One that a server may have
accepted, or whose key was revoked since, stays: a promote or a rollback moves on from there.

Examples:
  site store repair
  site store repair --apply
`;

export function addStoreRepair(verb: Command, { answer, openStore, say }: CommandContext): void {
  verb
    .command("repair")
    .description("say which records are in the way of newer ones, and set them aside with --apply")
    .option("--apply", "set them aside; without it nothing is changed")
    .addHelpText("after", notes)
    .action(async ({ apply }: { apply?: boolean }) => {
      const { store } = await openStore({ repairs: true });
      const found = await store.findForeign();
      const all = apply ? await setAllAside(store, found) : found.map((record) => ({ ...record, movedTo: undefined }));
      const newest = await tellNewest(store);
      const lines = all.map(
        ({ log, revision, path, problem, movedTo }) =>
          `${log} ${revision}: ${path}\n  ${problem}${movedTo === undefined ? "" : `\n  it is in ${movedTo} now`}`,
      );
      if (lines.length > 0) say(lines.join("\n"));
      const told = typeof newest === "string" ? ` ${newest}` : "";
      if (all.length === 0) answer(`Nothing is in the way.${told}`, { foreign: [] });
      else
        answer(
          apply
            ? `${all.length} set aside.${told}`
            : "Dry run: nothing was changed. Add --apply to set aside what is listed.",
          { dryRun: apply !== true, foreign: all },
        );
      // What is set aside is all that can be: what is still refused needs another cure, which its own error says.
      if (typeof newest !== "string" && (apply || all.length === 0)) throw newest.error;
    });
}

/** A sentence about the newest record, or why it is refused. */
async function tellNewest(store: ReleaseStore): Promise<string | { error: unknown }> {
  try {
    const live = await store.current();
    return live ? `The newest record is revision ${live.set.revision}, and it verifies.` : "Nothing is live.";
  } catch (error) {
    return { error };
  }
}

/** Where the channel is clear, another log may still have a foreign record: they are looked for until there is none. */
async function setAllAside(
  store: ReleaseStore,
  found: readonly ForeignRecord[],
): Promise<(ForeignRecord & { movedTo: string })[]> {
  if (found.length === 0) return [];
  const moved: (ForeignRecord & { movedTo: string })[] = [];
  for (const record of found) moved.push({ ...record, movedTo: await store.setAside(record) });
  return [...moved, ...(await setAllAside(store, await store.findForeign()))];
}

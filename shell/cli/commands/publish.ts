import { join } from "node:path";
import { type Command, Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import { toFolders } from "../release-folders.ts";

export function addPublish(program: Command, { answer, during, environment, openStore }: CommandContext): void {
  program
    .command("publish [packages...]")
    .description("sign built packages and admit them to the store, if they pass the release check")
    .option("--from <folder>", "the folder of a built release, when one package is named")
    .addOption(new Option("--takes-removals", "publish what has less than is live, unannounced").hideHelp())
    .addHelpText("after", "\nExamples:\n  site publish content\n  site publish content --from /tmp/build/dist\n")
    .action(async (given: string[], { from, takesRemovals }: { from?: string; takesRemovals?: boolean }) => {
      const folders = toFolders(given, from);
      const {
        places: { storeDir, stateDir },
      } = environment();
      const opened = await openStore();
      // The renderer takes a second to load, and only this verb needs it.
      const [{ publishReleases }, { openSites }] = await Promise.all([
        import("../../src/server/publishing/publish.ts"),
        import("../../src/server/data/open-sites.ts"),
      ]);
      const sites = await openSites(storeDir, (error) => console.error(error.message));
      const admitted = await during(1, ({ begin }) =>
        publishReleases(folders, {
          ...opened,
          sites,
          rendersDir: join(stateDir, "renders"),
          takesRemovals,
          onCheck: (label) => begin(`checking ${label}`),
        }),
      );
      const versions = Object.fromEntries([...admitted].map(([name, { version }]) => [name, version]));
      answer(
        Object.entries(versions)
          .map(([name, version]) => `admitted ${name}@${version}`)
          .join("\n"),
        { admitted: versions },
      );
    });
}

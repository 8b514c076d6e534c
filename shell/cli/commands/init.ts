import type { Command } from "commander";
import { setEarlierStoreAside, toEarlierDir } from "../../src/server/releases/migrate-store.ts";
import { initStore } from "../open-store.ts";
import type { CommandContext } from "../command-context.ts";

export function addInit(program: Command, { answer, environment, say }: CommandContext): void {
  program
    .command("init")
    .description("make a release store in STORE_DIR, with keys for development; once is enough")
    .option("--migrate", "set a store of an earlier layout aside first, and keep its data documents")
    .addHelpText("after", "\nExamples:\n  STORE_DIR=/srv/site/store site init\n")
    .action(async ({ migrate }: { migrate?: boolean }) => {
      const { places } = environment();
      if (migrate && (await setEarlierStoreAside(places.storeDir)))
        say(`the store of the earlier layout is in ${toEarlierDir(places.storeDir)}`);
      const created = await initStore(environment());
      const what = created
        ? `made a release store in ${places.storeDir}`
        : `there is a release store in ${places.storeDir} already`;
      answer(
        [what, `its trust list is in ${places.trustDir}`, `private keys for development are in ${places.keysDir}`].join(
          "\n",
        ),
        { ...places, created },
      );
    });
}

import type { Command } from "commander";
import { setEarlierStoreAside, toEarlierDir } from "../../src/server/releases/stores/migrate-store.ts";
import { parseReplicas } from "../command-line/arguments.ts";
import { assertReplicas } from "../store/assert-replicas.ts";
import { initStore } from "../store/open-store.ts";
import { toStoreText } from "../store/store-text.ts";
import type { CommandContext } from "../command-line/command-context.ts";

export function addInit(program: Command, { answer, environment, note, say }: CommandContext): void {
  program
    .command("init")
    .description("make a release store in STORE_DIR, with keys for development; once is enough")
    .option(
      "--replicas <number>",
      "of a store in NATS: on how many servers of the cluster it is kept, 1, 3 or 5; one that exists keeps its number, a new one 1",
      parseReplicas,
    )
    .option("--migrate", "set a store of an earlier layout aside first, and keep its data documents")
    .addHelpText("after", "\nExamples:\n  STORE_DIR=/srv/site/store site init\n")
    .action(async ({ migrate, replicas }: { migrate?: boolean; replicas?: number }) => {
      const { places } = environment();
      assertReplicas(replicas, places.nats !== undefined);
      if (migrate && !places.nats && (await setEarlierStoreAside(places.storeDir)))
        say(`the store of the earlier layout is in ${toEarlierDir(places.storeDir)}`);
      const created = await initStore(environment(), { replicas, onWait: note });
      const where = toStoreText(places);
      const what = created ? `made a release store in ${where}` : `there is a release store in ${where} already`;
      answer(
        [what, `its trust list is in ${places.trustDir}`, `private keys for development are in ${places.keysDir}`].join(
          "\n",
        ),
        { ...places, created },
      );
    });
}

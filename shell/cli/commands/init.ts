import type { Command } from "commander";
import { initStore } from "../open-store.ts";
import type { CommandContext } from "../command-context.ts";

export function addInit(program: Command, { answer, environment }: CommandContext): void {
  program
    .command("init")
    .description("make a release store in STORE_DIR, with keys for development; once is enough")
    .addHelpText("after", "\nExamples:\n  STORE_DIR=/srv/site/store site init\n")
    .action(async () => {
      const { places } = environment();
      const created = await initStore(environment());
      const what = created ? `made a release store in ${places.storeDir}` : `there is a release store in ${places.storeDir} already`;
      answer([what, `its trust list is in ${places.trustDir}`, `private keys for development are in ${places.keysDir}`].join("\n"), { ...places, created });
    });
}

import type { Command } from "commander";
import { initStore } from "../open-store.ts";
import type { CommandContext } from "../command-context.ts";

export function addInit(program: Command, { answer, environment }: CommandContext): void {
  program
    .command("init")
    .description("make a release store in STORE_DIR, with keys for development; once is enough")
    .addHelpText("after", "\nExamples:\n  STORE_DIR=/srv/site/store site init\n")
    .action(() => {
      const { storeDir } = environment();
      const created = initStore(environment());
      answer(created ? `made a release store in ${storeDir}` : `there is a release store in ${storeDir} already`, { store: storeDir, created });
    });
}

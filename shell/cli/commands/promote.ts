import type { Command } from "commander";
import type { PackageName } from "@site/contracts/package-name";
import { promote } from "../../src/server/release/promote.ts";
import { readBuiltVersion } from "../built-versions.ts";
import type { CommandContext } from "../command-context.ts";
import { toOperator } from "../operator.ts";
import { parsePackageName, parseStoredName } from "../package-argument.ts";
import { toMoveSentence } from "../revision-text.ts";

export function addPromote(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("promote <releases...>")
    .description("make releases live, as name@version, or a name for the version that was built last")
    .requiredOption("--why <text>", "the reason, for the history")
    .option("--expect <revision>", "refuse when the channel is not at this revision", Number)
    .action(async (given: string[], { why, expect }: { why: string; expect?: number }) => {
      const { store } = openStore();
      const changes = Object.fromEntries(
        await Promise.all(given.map(async (label): Promise<[PackageName, string]> => {
          const [name = "", version] = label.split("@");
          return version === undefined ? [name, readBuiltVersion(parsePackageName(name))] : [await parseStoredName(name, store), version];
        })),
      );
      const before = await store.current();
      const record = await promote(store, changes, { by: toOperator(), why }, expect);
      answer(toMoveSentence(record, before), record);
    });
}

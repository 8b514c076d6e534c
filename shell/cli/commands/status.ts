import type { Command } from "commander";
import { packageNames } from "@site/contracts/package-name";
import type { CommandContext } from "../command-context.ts";

export function addStatus(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("status")
    .description("what is live")
    .action(async () => {
      const record = await openStore().store.current();
      if (!record) return answer("nothing is live yet", { live: null });
      const lines = packageNames.map((name) => `  ${name}@${record.set.versions[name]}`);
      answer([`revision ${record.set.revision}, set ${record.set.id}, since ${record.at} (${record.by}: ${record.why})`, ...lines].join("\n"), record);
    });
}

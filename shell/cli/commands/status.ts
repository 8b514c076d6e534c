import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";

export function addStatus(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("status")
    .description("what is live")
    .action(async () => {
      const record = await openStore().store.current();
      if (!record) return answer("nothing is live yet", { live: null });
      const lines = Object.entries(record.set.versions).map(([name, version]) => `  ${name}@${version}`);
      answer([`revision ${record.set.revision}, set ${record.set.id}, since ${record.at} (${record.by}: ${record.why})`, ...lines].join("\n"), record);
    });
}

import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";

export function addVerify(program: Command, { answer, during, openStore }: CommandContext): void {
  program
    .command("verify")
    .description("check signature and every hash of what is live")
    .action(async () => {
      const { store } = openStore();
      const record = await store.current();
      const versions = Object.entries(record?.set.versions ?? {});
      const verified: string[] = [];
      await during(versions.length, async ({ begin }) => {
        for (const [name, version] of versions) {
          begin(`verifying ${name}`);
          verified.push((await store.load(name, version)).label);
        }
      });
      answer(verified.map((label) => `verified ${label}`).join("\n"), { verified });
    });
}

import type { Command } from "commander";
import { packageNames } from "@site/contracts/package-name";
import type { CommandContext } from "../command-context.ts";

export function addVerify(program: Command, { answer, during, openStore }: CommandContext): void {
  program
    .command("verify")
    .description("check signature and every hash of what is live")
    .action(async () => {
      const { store } = openStore();
      const record = await store.current();
      const verified: string[] = [];
      if (record) {
        await during(packageNames.length, async ({ begin }) => {
          for (const name of packageNames) {
            begin(`verifying ${name}`);
            verified.push((await store.load(name, record.set.versions[name])).label);
          }
        });
      }
      answer(verified.map((label) => `verified ${label}`).join("\n"), { verified });
    });
}

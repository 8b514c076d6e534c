import type { Command } from "commander";
import { SiteError } from "@site/contracts/errors";
import type { CommandContext } from "../command-line/command-context.ts";

export function addVerify(program: Command, { answer, during, environment, openStore }: CommandContext): void {
  program
    .command("verify")
    .description("check signature and every hash of what is live")
    .action(async () => {
      const { store } = await openStore();
      const record = await store.current();
      if (!record) throw new SiteError("NOTHING_LIVE", { path: environment().places.storeDir, verb: "verify" });
      const { revision, versions } = record.set;
      const releases = Object.entries(versions);
      const verified: string[] = [];
      await during(releases.length, async ({ begin }) => {
        for (const [name, version] of releases) {
          begin(`verifying ${name}`);
          verified.push((await store.load(name, version)).label);
        }
      });
      const lines = verified.map((label) => `verified ${label}`);
      answer([...lines, `every signature and hash of revision ${revision} is right`].join("\n"), {
        revision,
        verified,
      });
    });
}

import type { Command } from "commander";
import { SiteError } from "@site/contracts/errors";
import { listSets } from "../../src/server/releases/channels.ts";
import type { CommandContext } from "../command-line/command-context.ts";

export function addVerify(program: Command, { answer, during, environment, openStore }: CommandContext): void {
  program
    .command("verify")
    .description("check signature and every hash of what is live: the stable set, the canary, and previews of testers")
    .action(async () => {
      const { store } = await openStore();
      const record = await store.current();
      if (!record) throw new SiteError("NOTHING_LIVE", { path: environment().places.storeDir, verb: "verify" });
      const { revision } = record.set;
      const all = listSets(record).flatMap(({ versions }) => Object.entries(versions));
      const releases = new Map(all.map(([name, version]) => [`${name}@${version}`, { name, version }]));
      const verified: string[] = [];
      await during(releases.size, async ({ begin }) => {
        for (const { name, version } of releases.values()) {
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

import { join } from "node:path";
import type { Command } from "commander";
import { parseSiteConfig } from "@site/contracts/site-config";
import { siteConfigs } from "../../sites/sites.ts";
import { openDataStore } from "../../src/server/data/data-store.ts";
import { publishReleases } from "../../src/server/release/publish.ts";
import type { CommandContext } from "../command-context.ts";
import { parsePackageNames } from "../package-argument.ts";
import { toPackageRoot } from "../workspace.ts";

export function addPublish(program: Command, { answer, during, environment, openStore }: CommandContext): void {
  program
    .command("publish [packages...]")
    .description("sign built packages and admit them to the store, if the gate lets them")
    .option("--from <folder>", "the folder of a built release, when one package is named")
    .action(async (given: string[], { from }: { from?: string }) => {
      const names = parsePackageNames(given);
      const folders = new Map(names.map((name) => [name, from !== undefined && names.length === 1 ? from : join(toPackageRoot(name), "dist")]));
      const { storeDir, siteId } = environment();
      const opened = openStore();
      const data = openDataStore({
        folder: join(storeDir, "data", siteId),
        defaults: join(import.meta.dirname, "../../data"),
        onRefused: (error) => console.error(error.message),
      }).documents();
      const sites = Object.values(siteConfigs).map(parseSiteConfig);
      const admitted = await during(folders.size, ({ begin }) =>
        publishReleases(folders, { ...opened, data, sites, onCheck: (label) => begin(`checking ${label}`) }),
      );
      const versions = Object.fromEntries([...admitted].map(([name, { version }]) => [name, version]));
      answer(Object.entries(versions).map(([name, version]) => `admitted ${name}@${version}`).join("\n"), { admitted: versions });
    });
}

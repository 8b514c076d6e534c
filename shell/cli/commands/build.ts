import type { Command } from "commander";
import { buildPackages, findStale } from "../build-packages.ts";
import type { CommandContext } from "../command-context.ts";
import { parsePackageNames } from "../package-argument.ts";

export function addBuild(program: Command, { answer, during }: CommandContext): void {
  program
    .command("build [packages...]")
    .description("build what has changed; all packages unless some are named")
    .action(async (given: string[]) => {
      const names = parsePackageNames(given);
      const stale = findStale(names);
      const built: Record<string, string> = {};
      const lines: string[] = [];
      await during(stale.length, async ({ begin }) => {
        for (const name of stale) {
          begin(`building ${name}`);
          await buildPackages([name], (_name, version, milliseconds) => {
            built[name] = version;
            lines.push(`built ${name}@${version} in ${Math.round(milliseconds)} ms`);
          });
        }
      });
      lines.push(stale.length === 0 ? "everything is built" : `built ${stale.length} of ${names.length} packages`);
      answer(lines.join("\n"), { built });
    });
}

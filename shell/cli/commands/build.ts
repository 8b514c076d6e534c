import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { parsePackageNames } from "../package-argument.ts";

export function addBuild(program: Command, { answer, during }: CommandContext): void {
  program
    .command("build [packages...]")
    .description("build what has changed; all packages unless some are named")
    .addHelpText("after", "\nExamples:\n  site build\n  site build content download\n")
    .action(async (given: string[]) => {
      const names = parsePackageNames(given);
      // The bundler takes a second to load, and only this verb needs it.
      const { buildPackages, findStale } = await import("../build-packages.ts");
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

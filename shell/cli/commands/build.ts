import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { parsePackageNames } from "../command-line/package-argument.ts";

export function addBuild(program: Command, { answer, during }: CommandContext): void {
  program
    .command("build [packages...]")
    .description("build what has changed; all packages unless some are named")
    .addHelpText("after", "\nExamples:\n  site build\n  site build content download\n")
    .action(async (given: string[]) => {
      const names = parsePackageNames(given);
      // The bundler takes a second to load, and only this verb needs it.
      const { buildStale } = await import("../workspace/build-packages.ts");
      const built: Record<string, string> = {};
      const lines: string[] = [];
      await buildStale(names, (stale, build) =>
        during(stale.length, async ({ begin }) => {
          for (const name of stale) {
            begin(`building ${name}`);
            const started = performance.now();
            const version = await build(name);
            built[name] = version;
            lines.push(`built ${name}@${version} in ${Math.round(performance.now() - started)} ms`);
          }
        }),
      );
      lines.push(lines.length === 0 ? "everything is built" : `built ${lines.length} of ${names.length} packages`);
      answer(lines.join("\n"), { built });
    });
}

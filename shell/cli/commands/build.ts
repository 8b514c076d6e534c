import type { PackageName } from "@site/contracts/names/package-name";
import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { parsePackageNames } from "../command-line/package-argument.ts";
import { toBuildLines } from "../workspace/build-lines.ts";
import { readBuiltVersion } from "../workspace/built-versions.ts";

export function addBuild(program: Command, { answer, during }: CommandContext): void {
  program
    .command("build [packages...]")
    .description("build what has changed; all packages unless some are named")
    .addHelpText("after", "\nExamples:\n  site build\n  site build content download\n")
    .action(async (given: string[]) => {
      const names = parsePackageNames(given);
      // The bundler takes a second to load, and only this verb needs it.
      const { buildStale } = await import("../workspace/build-packages.ts");
      const built = new Map<PackageName, { version: string; ms: number }>();
      await buildStale(names, (stale, build) =>
        during(stale.length, async ({ begin }) => {
          for (const name of stale) {
            begin(`building ${name}`);
            const started = performance.now();
            const version = await build(name);
            built.set(name, { version, ms: performance.now() - started });
          }
        }),
      );
      const versions = Object.fromEntries([...built].map(([name, { version }]) => [name, version]));
      answer(toBuildLines(names, built, readBuiltVersion).join("\n"), { built: versions });
    });
}
